#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Keeps so many connections to an HTTP server open, each of which sends its requests a piece at a time, and counts the answers.

    slow_clients.py http://127.0.0.1:8080 10000 [--laps 3] [--pid PID]    with a PID, prints that process's memory too
"""

import argparse
import pathlib
import resource
import selectors
import socket
import time
import urllib.parse

REQUEST = b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"
PIECES = (REQUEST[:5], REQUEST[5:20], REQUEST[20:])


def memory(pid):
    """Resident megabytes of a process."""
    pages = int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def connect(address, clients):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < clients + 64:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, clients + 64), hard))
    return [socket.create_connection(address) for _ in range(clients)]


def answers(connections):
    """Reads one answer from each; how many were 200."""
    good = 0
    waiting = selectors.DefaultSelector()
    for c in connections:
        waiting.register(c, selectors.EVENT_READ, bytearray())
    while waiting.get_map():
        ready = waiting.select(timeout=60)
        if not ready:
            break
        for key, _ in ready:
            got = key.fileobj.recv(4096)
            key.data.extend(got)
            head, end, body = bytes(key.data).partition(b"\r\n\r\n")
            if got and (not end or not body.endswith(b"\n")):
                continue
            good += head.startswith(b"HTTP/1.1 200 ")
            waiting.unregister(key.fileobj)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("clients", type=int)
    parser.add_argument("--laps", type=int, default=3)
    parser.add_argument("--pid", type=int)
    asked = parser.parse_args()
    url = urllib.parse.urlparse(asked.url)
    begun = time.monotonic()
    connections = connect((url.hostname, url.port), asked.clients)
    print(f"{len(connections)} connections in {time.monotonic() - begun:.1f} s", flush=True)
    for lap in range(asked.laps):
        for piece in PIECES:
            for c in connections:
                c.sendall(piece)
            if asked.pid:
                print(f"  {memory(asked.pid):.0f} MB", flush=True)
        print(f"lap {lap + 1}: {answers(connections)} answers of 200", flush=True)


if __name__ == "__main__":
    main()
