import "server-only";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { err, ok, type Result } from "@/lib/kernel/result";
import { mostPackets, readPackets } from "./pkt-line";

/** 16,000 haves, the most that git sends at once, are 800 KB. */
export const mostRequestBytes = 2 * 1024 * 1024;

/** Why a request is not read: an HTTP status and a sentence for whoever sent it. */
export type Refusal = { status: 400 | 413 | 415; message: string };

/** A command of protocol 2 with its arguments, line by line. */
export type GitCommand = { command: string; args: readonly string[] };

const unpack = promisify(gunzip);
const tooLarge: Refusal = {
  status: 413,
  message: `The request is larger than ${mostRequestBytes / 1024 / 1024} MiB.`,
};

/** The command that a body says, packed with gzip or not. Neither form may be larger than `mostRequestBytes`. */
export async function readGitCommand(request: Request): Promise<Result<GitCommand, Refusal>> {
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (!["identity", "gzip", "x-gzip"].includes(encoding))
    return err({
      status: 415,
      message: `The request is encoded as ${encoding}: send it plain or with gzip.`,
    });
  const sent = await readBounded(request.body);
  if (!sent) return err(tooLarge);
  const body = encoding === "identity" ? ok(sent) : await unpackBounded(sent);
  return body.ok ? parseCommand(body.value) : body;
}

async function readBounded(body: ReadableStream<Uint8Array> | null): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  if (body) {
    for await (const piece of body) {
      size += piece.length;
      if (size > mostRequestBytes) return null;
      pieces.push(piece);
    }
  }
  return Buffer.concat(pieces);
}

async function unpackBounded(packed: Buffer): Promise<Result<Buffer, Refusal>> {
  try {
    return ok(await unpack(packed, { maxOutputLength: mostRequestBytes }));
  } catch (cause) {
    const large = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    return err(large ? tooLarge : { status: 400, message: "The request is not what gzip writes." });
  }
}

/** `command=x`, capabilities, then after a delimiter the arguments, and a flush (gitprotocol-v2). */
function parseCommand(body: Buffer): Result<GitCommand, Refusal> {
  const refuse = (message: string) => err<Refusal>({ status: 400, message });
  const packets = readPackets(body);
  if (!packets) return refuse(`The request is not made of git's packets, or of more than ${mostPackets}.`);
  let command: string | null = null;
  const args: string[] = [];
  let inArguments = false;
  for (const [at, packet] of packets.entries()) {
    if (packet.kind === "flush") {
      if (at !== packets.length - 1) return refuse("The request goes on after its end.");
      return command === null ? refuse("The request names no command.") : ok({ command, args });
    }
    if (packet.kind === "delimiter") {
      if (inArguments) return refuse("The request has two lists of arguments.");
      inArguments = true;
      continue;
    }
    const { text } = packet;
    if (inArguments) args.push(text);
    else if (text.startsWith("command=")) command = text.slice("command=".length);
    else if (text.startsWith("object-format=") && text !== "object-format=sha1")
      return refuse("This repository's ids are sha1.");
  }
  return refuse("The request ends before its last packet.");
}
