import type { ReactNode } from "react";
import { Digest } from "@/components/ui/copy-button";
import { formatBytes, formatDuration, formatNumber } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { revisionOf } from "@/lib/runtime/event-words";
import type { EventOf, PayloadOf, SkillRef } from "@/lib/runtime/events";
import { endOfScript } from "./script-words";

type Fact = readonly [term: string, value: ReactNode];

/** What a machine reads. */
export const code = (text: string) => (
  <code>
    <ShownText text={text} />
  </code>
);

export function skillFacts(skill: SkillRef): Fact[] {
  return [
    ["Skill", code(skill.name)],
    ["Version", revisionOf(skill)],
    ["Digest", <Digest key="digest" digest={skill.digest} />],
  ];
}

type ScriptEvent = EventOf<"result-awaited" | "script-started" | "script-output" | "script-ran">;

const pieceWords = { stdout: "Output", stderr: "Errors", command: "Began" } as const;

/** What ran, whose leave it had, where, within which limits, and what was seen of it. */
export function scriptFacts(event: ScriptEvent): Fact[] {
  if (event.type === "result-awaited") {
    const { call, skill, script, nothingRuns } = event.payload;
    const why = script?.why ?? nothingRuns;
    return [
      ["Tool", code(call.toolName)],
      ...(skill ? skillFacts(skill) : []),
      ...(why === undefined ? [] : [["Why", why] as const]),
    ];
  }
  if (event.type === "script-output")
    return event.payload.pieces.map(({ stream, text }): Fact => [pieceWords[stream], code(text)]);
  const { script, allowedBy, decided } = event.payload;
  return [
    ["Command", code(script.command)],
    ...(script.skills.length > 0
      ? [["Files of", script.skills.map((skill) => `${skill.name} ${revisionOf(skill)}`).join(", ")] as const]
      : []),
    ["Runs in", script.backend.about],
    ["Allowed by", allowedBy?.name ?? "the list"],
    ...(decided ? [["Why", decided.message] as const] : []),
    ...(event.type === "script-ran" ? ranFacts(event.payload) : []),
  ];
}

function ranFacts(ran: PayloadOf<"script-ran">): Fact[] {
  const { limits, observed, waitedMs, startedMs, ranMs } = ran;
  const listed = (term: string, texts: readonly string[]): Fact[] =>
    texts.length === 0 ? [] : [[term, code(texts.join("\n"))]];
  return [
    ["Ended", endOfScript(ran)],
    [
      "Time",
      `${formatDuration(waitedMs)} in line, ${formatDuration(startedMs)} to start, ${formatDuration(ranMs)} at work`,
    ],
    [
      "Limits",
      `${formatDuration(limits.wallMs)}, ${formatNumber(limits.memoryMiB)} MiB of memory, ${formatBytes(limits.outputBytes)} of output, ${formatBytes(limits.madeBytes)} of files`,
    ],
    ...listed("Commands", observed.commands),
    ...listed("Files read", observed.filesRead),
    ...listed("Files written", observed.filesWritten),
    ...listed("Hosts asked for", observed.hosts),
  ];
}
