#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Keeps so many connections to an HTTP server open, each of which sends its requests a piece at a time, and counts the answers.

    slow_clients.py http://127.0.0.1:8080 10000 [--laps 3] [--pid PID [--end]]

With the server's PID it prints its resident memory too; with --end it sends it a SIGTERM when the last requests are half sent.
Ends with 0 if every request was answered with 200.
"""

import argparse
import os
import pathlib
import resource
import selectors
import signal
import socket
import sys
import time
import urllib.parse

REQUEST = b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"
PIECES = (REQUEST[:5], REQUEST[5:20], REQUEST[20:])


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("clients", type=int)
    parser.add_argument("--laps", type=int, default=3)
    parser.add_argument("--pid", type=int)
    parser.add_argument("--end", action="store_true")
    asked = parser.parse_args()
    if asked.end and not asked.pid:
        parser.error("--end needs --pid")
    return asked


def connect(address, clients):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < clients + 64:
        sys.exit(f"slow_clients: {clients} connections need more files than ulimit -Hn allows: {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, clients + 64), hard))
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
    asked = arguments()
    url = urllib.parse.urlparse(asked.url)

    def say(what):
        if asked.pid:
            pages = int(pathlib.Path(f"/proc/{asked.pid}/statm").read_text().split()[1])
            what += f"; the server has {pages * resource.getpagesize() / 1e6:.1f} MB"
        print(what, flush=True)

    say("before")
    begun = time.monotonic()
    connections = connect((url.hostname, url.port), asked.clients)
    say(f"{len(connections)} connections in {time.monotonic() - begun:.1f} s")
    good = 0
    for lap in range(1, asked.laps + 1):
        for sent, piece in enumerate(PIECES, 1):
            for c in connections:
                c.sendall(piece)
            if sent == 2:
                say(f"lap {lap}: half of each request sent")
                if asked.end and lap == asked.laps:
                    os.kill(asked.pid, signal.SIGTERM)
                    asked.pid = None
                    say("SIGTERM")
        now_good = answers(connections)
        good += now_good
        say(f"lap {lap}: {now_good} answers of 200")
    for c in connections:
        c.close()
    if not asked.end:
        time.sleep(1)
        say("a second after all have closed")
    return 0 if good == asked.laps * asked.clients else 1


if __name__ == "__main__":
    sys.exit(main())
