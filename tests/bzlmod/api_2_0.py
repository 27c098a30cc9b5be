#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: api_2_0.py PORT SERVER    Serves a remote execution server of the API's versions 2.1 and later to a client of 2.0, as Bazel 7 is.

Bazel 7 uses nothing that 2.1 changed, but refuses a server that does not name 2.0. Every call is passed on as bytes, and to what the server says of
itself one field is added.
"""

import concurrent.futures
import sys

import grpc

CAPABILITIES = "/build.bazel.remote.execution.v2.Capabilities/GetCapabilities"
# ServerCapabilities.low_api_version = {major: 2, minor: 0}: of a field that comes twice, the last one counts.
FROM_2_0 = b"\x22\x04\x08\x02\x10\x00"


class passed_on(grpc.GenericRpcHandler):
    def __init__(self, channel):
        self.channel = channel

    def service(self, call):
        def forward(requests, context):
            there = self.channel.stream_stream(call.method)(requests, metadata=[m for m in context.invocation_metadata() if m[0] != "user-agent"])
            context.add_callback(there.cancel)
            try:
                for answer in there:
                    yield answer + (FROM_2_0 if call.method == CAPABILITIES else b"")
            except grpc.RpcError as error:
                context.set_trailing_metadata(there.trailing_metadata() or ())
                context.abort(error.code(), error.details())

        return grpc.stream_stream_rpc_method_handler(forward)


def main(port, server):
    sizes = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
    with grpc.insecure_channel(server, sizes) as channel:
        here = grpc.server(concurrent.futures.ThreadPoolExecutor(200), options=sizes)
        here.add_generic_rpc_handlers([passed_on(channel)])
        here.add_insecure_port(f"127.0.0.1:{port}")
        here.start()
        here.wait_for_termination()


if __name__ == "__main__":
    main(*sys.argv[1:])
