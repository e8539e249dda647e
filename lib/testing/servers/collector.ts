import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

/** What a collector was sent, as bytes of the protocol. */
type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };
export type Collector = { url: string; requests: Received[]; close(): Promise<void> };

/** A collector on this machine: it keeps what it gets. `answer` decides what it says; null: it never answers. */
export async function startCollector(answer: () => number | null = () => 200): Promise<Collector> {
  const requests: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const packed = Buffer.concat(chunks);
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(packed) : packed;
    requests.push({ path: request.url ?? "", headers: request.headers, body });
    const status = answer();
    if (status !== null) response.writeHead(status, { "content-type": "application/x-protobuf" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { url: `http://127.0.0.1:${port}`, requests, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** One message of protobuf: by field number, what stood there in its order (https://protobuf.dev/programming-guides/encoding/). */
type Fields = Map<number, (Buffer | bigint)[]>;

function readFields(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const kind = tag & 7;
    const value =
      kind === 0 ? varint() : kind === 1 ? take(8) : kind === 5 ? take(4) : take(Number(varint()));
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const inside = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).flatMap((value) => (typeof value === "bigint" ? [] : [readFields(value)]));
const bytesAt = (fields: Fields, number: number): Buffer => {
  const value = fields.get(number)?.[0];
  return typeof value === "object" ? value : Buffer.alloc(0);
};
const textAt = (fields: Fields, number: number): string => bytesAt(fields, number).toString("utf8");
const numberAt = (fields: Fields, number: number): number => {
  const value = fields.get(number)?.[0];
  return typeof value === "bigint" ? Number(value) : 0;
};
const msAt = (fields: Fields, number: number): number =>
  Number(bytesAt(fields, number).readBigUInt64LE() / 1_000_000n);

/** AnyValue of opentelemetry/proto/common/v1/common.proto. */
function anyValue(value: Fields): unknown {
  if (value.has(1)) return textAt(value, 1);
  if (value.has(2)) return numberAt(value, 2) === 1;
  if (value.has(3)) return Number(BigInt.asIntN(64, BigInt(value.get(3)?.[0]?.toString() ?? 0)));
  if (value.has(4)) return bytesAt(value, 4).readDoubleLE();
  if (value.has(5)) return inside(value, 5).flatMap((list) => inside(list, 1).map(anyValue));
  return null;
}
const attributesAt = (fields: Fields, number: number): Record<string, unknown> =>
  Object.fromEntries(
    inside(fields, number).map((pair) => [textAt(pair, 1), inside(pair, 2).map(anyValue)[0] ?? null]),
  );

/** Request -> resource -> scope -> items: the same numbers for traces and logs. */
const itemsOf = (body: Buffer) =>
  inside(readFields(body), 1).flatMap((resource) => {
    const about = attributesAt(inside(resource, 1)[0] ?? new Map(), 1);
    return inside(resource, 2).flatMap((scope) =>
      inside(scope, 2).map((item) => ({ resource: about, item })),
    );
  });

/** Spans by opentelemetry/proto/trace/v1/trace.proto. */
export const readSpans = (body: Buffer) =>
  itemsOf(body).map(({ resource, item }) => ({
    resource,
    traceId: bytesAt(item, 1).toString("hex"),
    spanId: bytesAt(item, 2).toString("hex"),
    parentSpanId: bytesAt(item, 4).toString("hex"),
    name: textAt(item, 5),
    kind: numberAt(item, 6),
    startMs: msAt(item, 7),
    endMs: msAt(item, 8),
    attributes: attributesAt(item, 9),
    events: inside(item, 11).map((event) => ({
      name: textAt(event, 2),
      attributes: attributesAt(event, 3),
    })),
    status: inside(item, 15).map((status) => ({ message: textAt(status, 2), code: numberAt(status, 3) }))[0],
  }));

/** Log records by opentelemetry/proto/logs/v1/logs.proto. */
export const readLogs = (body: Buffer) =>
  itemsOf(body).map(({ resource, item }) => ({
    resource,
    atMs: msAt(item, 1),
    severity: textAt(item, 3),
    body: inside(item, 5).map(anyValue)[0],
    attributes: attributesAt(item, 6),
    traceId: bytesAt(item, 9).toString("hex"),
    spanId: bytesAt(item, 10).toString("hex"),
  }));
