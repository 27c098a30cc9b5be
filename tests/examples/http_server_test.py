#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""The HTTP server of docs/examples: answers, limits, slow clients in bounded memory, and an end that keeps its word."""

import pathlib
import resource
import signal
import socket
import subprocess
import sys
import unittest

SERVER = sys.argv.pop(1)
HEAD = b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Server:
    def __init__(self, *args):
        self.process = subprocess.Popen([SERVER, "0", *args], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])

    def connect(self):
        client = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        return client

    def megabytes(self):
        pages = int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 1e6

    def end(self):
        """The number of connections that it says it has served."""
        self.process.send_signal(signal.SIGTERM)
        out, _ = self.process.communicate(timeout=60)
        assert self.process.returncode == 0, self.process.returncode
        return int(out.split()[1])


def answer(client):
    """Status and body."""
    data = b""
    while b"\r\n\r\n" not in data:
        got = client.recv(4096)
        if not got:
            return None, data
        data += got
    head, _, body = data.partition(b"\r\n\r\n")
    length = int(next(line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")).split(b":")[1])
    while len(body) < length:
        body += client.recv(4096)
    return int(head.split()[1]), body


class HttpServer(unittest.TestCase):
    def setUp(self):
        self.server = Server("300")

    def tearDown(self):
        self.server.process.kill()
        self.server.process.wait()
        self.server.process.stdout.close()

    def test_answers_requests_of_one_connection_in_order(self):
        with self.server.connect() as c:
            c.sendall(HEAD % b"one" + HEAD % b"two")
            self.assertEqual(answer(c), (200, b"weir: /one\n"))
            self.assertEqual(answer(c), (200, b"weir: /two\n"))
        self.assertGreaterEqual(self.server.end(), 1)

    def test_says_what_it_does_not_do(self):
        with self.server.connect() as c:
            c.sendall(b"POST / HTTP/1.1\r\n\r\n")
            self.assertEqual(answer(c)[0], 405)
            self.assertEqual(c.recv(1), b"", "and closes")
        with self.server.connect() as c:
            c.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 9000)
            self.assertEqual(answer(c)[0], 431)

    def test_slow_clients_hold_places_and_little_memory(self):
        before = self.server.megabytes()
        clients = [self.server.connect() for _ in range(300)]
        for piece in (b"GET /sl", b"ow HTTP/1.1\r\n", b"\r\n"):
            for c in clients:
                c.sendall(piece)
        for c in clients:
            self.assertEqual(answer(c), (200, b"weir: /slow\n"))
        self.assertLess(self.server.megabytes(), before + 16)
        with self.server.connect() as late:
            self.assertEqual(answer(late)[0], 503, "all places are taken")
        for c in clients:
            c.close()

    def test_finishes_what_was_begun(self):
        idle, half = self.server.connect(), self.server.connect()
        for c in (idle, half):
            c.sendall(HEAD % b"first")
            self.assertEqual(answer(c)[0], 200)
        half.sendall(b"GET /second HTTP")
        # The server has read it when it has answered somebody who came later and whom the same thread tells.
        with self.server.connect() as other:
            other.sendall(HEAD % b"other")
            answer(other)
        self.server.process.send_signal(signal.SIGTERM)
        self.assertEqual(idle.recv(1), b"", "who waits for nothing that was begun is let go")
        half.sendall(b"/1.1\r\n\r\n")
        self.assertEqual(answer(half), (200, b"weir: /second\n"))
        half.close()
        idle.close()
        self.assertEqual(self.server.end(), 4)


if __name__ == "__main__":
    unittest.main()
