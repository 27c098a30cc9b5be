#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""The HTTP server of docs/examples: answers, limits, slow clients in bounded memory, and an end that keeps its word."""

import os
import pathlib
import resource
import signal
import socket
import subprocess
import sys
import threading
import unittest

SERVER = sys.argv.pop(1)
PLACES = 300
HEAD = b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n"
# AddressSanitizer keeps what is freed for a while; the server's own memory is meant here.
ENVIRONMENT = dict(os.environ, ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1")


class Server:
    def __init__(self, files=None):
        limit = files and (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)))
        self.process = subprocess.Popen([SERVER, "0", str(PLACES)], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT, preexec_fn=limit)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])

    def megabytes(self):
        pages = int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 1e6

    def processor_seconds(self):
        user, system = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def end(self, by=signal.SIGTERM):
        self.process.send_signal(by)
        return self.ended()

    def ended(self):
        """How many connections it says it has served, and how many refused."""
        out, _ = self.process.communicate(timeout=30)
        assert self.process.returncode == 0, self.process.returncode
        words = out.split()
        return int(words[1]), int(words[4])


class Client:
    def __init__(self, server, begins=b""):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=30)
        self.unread = b""
        self.send(begins)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def receive(self):
        got = self.socket.recv(4096)
        self.unread += got
        return got != b""

    def is_closed(self):
        return not self.unread and not self.receive()

    def answer(self):
        """Status, body and whether the connection stays."""
        while b"\r\n\r\n" not in self.unread:
            assert self.receive(), self.unread
        head, _, self.unread = self.unread.partition(b"\r\n\r\n")
        headers = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        length = int(headers[b"content-length"])
        while len(self.unread) < length:
            assert self.receive(), self.unread
        body, self.unread = self.unread[:length], self.unread[length:]
        return int(head.split()[1]), body, headers[b"connection"] == b"keep-alive"


class HttpServer(unittest.TestCase):
    def setUp(self):
        self.servers = []

    def server(self, **limits):
        self.servers.append(Server(**limits))
        return self.servers[-1]

    def tearDown(self):
        for each in self.servers:
            each.process.kill()
            each.process.wait()
            each.process.stdout.close()

    def test_answers_requests_of_one_connection_in_order(self):
        with Client(self.server(), HEAD % b"one" + HEAD % b"two") as c:
            self.assertEqual(c.answer(), (200, b"weir: /one\n", True))
            self.assertEqual(c.answer(), (200, b"weir: /two\n", True))
        self.assertEqual(self.servers[0].end(), (1, 0))

    def test_keeps_to_the_protocol_and_says_what_it_does_not_do(self):
        server = self.server()
        for request, status, stays in (
            (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 200, True),
            (b"GET / HTTP/1.1\r\nCONNECTION:  Close\r\n\r\n", 200, False),
            (b"GET / HTTP/1.1\r\nConnection: upgrade ,close\r\n\r\n", 200, False),
            (b"GET / HTTP/1.1\r\nX: Connection: close\r\n\r\n", 200, True),
            (b"GET / HTTP/1.0\r\n\r\n", 200, False),
            (b"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", 200, True),
            (b"POST / HTTP/1.1\r\n\r\n", 405, False),
            (b"GET / HTTP/1.1\r\ncontent-length: 5\r\n\r\n" + HEAD % b"body", 413, False),
            (b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413, False),
            (b"GET / HTTP/1.1\r\nContent-Length : 5\r\n\r\n12345", 400, False),
            (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400, False),
            (b"GET /\r\n\r\n", 400, False),
            (b"\r\n\r\n", 400, False),
            (b"GET / HTTP/2\r\n\r\n", 505, False),
            (b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000, 431, False),
        ):
            with self.subTest(request=request[:60]), Client(server, request) as c:
                self.assertEqual(c.answer()[::2], (status, stays))
                if stays:
                    c.send(HEAD % b"more")
                    self.assertEqual(c.answer(), (200, b"weir: /more\n", True))
                else:
                    self.assertTrue(c.is_closed())

    def test_slow_clients_hold_places_and_little_memory(self):
        server = self.server()
        before = server.megabytes()
        clients = [Client(server) for _ in range(PLACES)]
        for piece in (b"GET /sl", b"ow HTTP/1.1\r\n", b"\r\n"):
            for c in clients:
                c.send(piece)
        for c in clients:
            self.assertEqual(c.answer(), (200, b"weir: /slow\n", True))
        self.assertLess(server.megabytes(), before + 16)
        with Client(server) as late:
            self.assertEqual(late.answer(), (503, b"no place\n", False))
            self.assertTrue(late.is_closed())
        for c in clients:
            c.socket.close()
        self.assertEqual(server.end(), (PLACES, 1))

    def test_gives_back_what_a_connection_took(self):
        server = self.server()
        request = b"GET /long HTTP/1.1\r\nX: " + b"x" * 8000
        served = 0
        for lap in range(20):
            clients = [Client(server, request) for _ in range(PLACES // 2)]
            for c in clients:
                c.send(b"\r\nConnection: close\r\n\r\n")
            for c in clients:
                self.assertEqual(c.answer(), (200, b"weir: /long\n", False))
                self.assertTrue(c.is_closed())
                c.socket.close()
            served += len(clients)
            if lap == 1:
                before = server.megabytes()
        self.assertLess(server.megabytes(), before + 8, "it has read 22 MB since")
        self.assertEqual(server.end(), (served, 0))

    def test_answers_what_was_begun_before_the_end(self):
        server = self.server()
        idle = [Client(server, HEAD % b"first") for _ in range(100)]
        for c in idle:
            self.assertEqual(c.answer()[0], 200)
        kept = idle[50:]
        del idle[50:]
        for c in kept:
            c.send(b"GET /second HTTP")
        fresh = [Client(server, b"GET /second HTTP") for _ in range(100)]  # perhaps not accepted yet
        server.process.send_signal(signal.SIGTERM)
        for c in idle:
            self.assertTrue(c.is_closed(), "who has begun nothing is let go")
            c.socket.close()
        for c in kept + fresh:
            c.send(b"/1.1\r\n\r\n" + HEAD % b"third")
            self.assertEqual(c.answer()[:2], (200, b"weir: /second\n"))
            self.assertEqual(c.answer(), (200, b"weir: /third\n", False))
            c.socket.close()
        self.assertEqual(server.ended(), (200, 0))

    def test_a_client_that_never_stops_asking_does_not_put_off_the_end(self):
        server = self.server()

        def ask(client):
            try:
                while True:
                    client.send(HEAD % b"more" * 50)
                    client.socket.recv(1 << 20)
            except OSError:
                pass

        clients = [Client(server) for _ in range(4)]
        asking = [threading.Thread(target=ask, args=[c]) for c in clients]
        for each in asking:
            each.start()
        with Client(server, HEAD % b"one") as c:
            self.assertEqual(c.answer()[0], 200, "nor the turn of others")
            self.assertEqual(server.end(), (5, 0))
        for each in asking:
            each.join()
        for c in clients:
            c.socket.close()

    def test_without_files_it_waits_and_does_not_spin(self):
        server = self.server(files=40)
        clients = [Client(server, HEAD % b"one") for _ in range(60)]
        before = server.processor_seconds()
        clients[-1].socket.settimeout(2)
        with self.assertRaises(TimeoutError):
            clients[-1].receive()
        self.assertLess(server.processor_seconds() - before, 1, "in two seconds")
        clients[-1].socket.settimeout(30)
        for c in clients:
            self.assertEqual(c.answer()[0], 200)
            c.socket.close()
        self.assertEqual(server.end(), (60, 0))

    def test_ends_by_any_of_three_signals(self):
        for by in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            self.assertEqual(self.server().end(by), (0, 0))

    def test_a_second_signal_ends_it_whatever_was_begun(self):
        server = self.server()
        with Client(server, b"GET / HT"), Client(server) as idle:
            server.process.send_signal(signal.SIGINT)
            self.assertTrue(idle.is_closed())
            server.process.send_signal(signal.SIGINT)
            self.assertEqual(server.process.wait(timeout=30), -signal.SIGINT)

    def test_refuses_arguments_that_make_no_sense(self):
        for arguments in (["x"], ["-1"], ["65536"], ["80x"], [""], ["0", "0"], ["0", "1e3"], ["0", "1", "2"]):
            ended = subprocess.run([SERVER, *arguments], capture_output=True, text=True, timeout=30)
            self.assertEqual((ended.returncode, ended.stdout), (2, ""), arguments)
            self.assertIn("http_server: ", ended.stderr)
        taken = subprocess.run([SERVER, str(self.server().port)], capture_output=True, text=True, timeout=30)
        self.assertEqual(taken.returncode, 1)
        self.assertIn("bind: Address already in use", taken.stderr)


if __name__ == "__main__":
    unittest.main()
