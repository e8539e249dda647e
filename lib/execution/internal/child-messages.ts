import { z } from "zod";
import { jsonOrNull } from "@/lib/kernel/read-json";

const output = z.object({ base64: z.base64(), bytes: z.number().int().nonnegative() });
const names = z.array(z.string());

/** What the process of an execution says. It has read what others wrote, so nothing of it is taken on trust. */
export const childMessageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("began") }),
  z.object({ kind: z.literal("command"), line: z.string().max(1_000) }),
  z.object({
    kind: z.literal("output"),
    stream: z.enum(["stdout", "stderr"]),
    text: z.string().max(10_000),
  }),
  z.object({
    kind: z.literal("ended"),
    exitCode: z.number().int(),
    stdout: output,
    stderr: output,
    made: z.array(
      z.object({ path: z.string(), bytes: z.number().int().nonnegative(), base64: z.base64().nullable() }),
    ),
    madeOmitted: z.number().int().nonnegative(),
    observed: z.object({
      commands: names,
      commandsOmitted: z.number().int().nonnegative(),
      hosts: names,
      filesRead: names,
      filesWritten: names,
    }),
  }),
]);
export type ChildMessage = z.infer<typeof childMessageSchema>;
export type ChildEnd = Extract<ChildMessage, { kind: "ended" }>;

/** Takes a stream of lines apart. Null for a line that is none of the messages, and for what grows past `mostBytes`. */
export class ChildLines {
  private rest = "";
  private bytes = 0;
  private readonly decoder = new TextDecoder();

  constructor(private readonly mostBytes: number) {}

  read(piece: Uint8Array): ChildMessage[] | null {
    this.bytes += piece.length;
    if (this.bytes > this.mostBytes) return null;
    const lines = (this.rest + this.decoder.decode(piece, { stream: true })).split("\n");
    this.rest = lines.pop() ?? "";
    const messages: ChildMessage[] = [];
    for (const line of lines) {
      const message = readMessage(line);
      if (!message) return null;
      messages.push(message);
    }
    return messages;
  }
}

function readMessage(line: string): ChildMessage | null {
  return childMessageSchema.safeParse(jsonOrNull(line)).data ?? null;
}
