import { formatBytes, formatCount, formatDuration } from "@/components/ui/format";
import type { EventOf, PayloadOf } from "@/lib/runtime/events";
import type { ScriptEnd } from "@/lib/runtime/script-payloads";

type ScriptEvent = EventOf<"result-awaited" | "script-started" | "script-output" | "script-ran">;
type Ran = PayloadOf<"script-ran">;

/** What became of a script, in a word or two. */
const endWords = {
  exited: "",
  stopped: "stopped",
  time: "ended: it took too long",
  cpu: "ended: it worked for too long",
  memory: "ended: it took too much memory",
  crashed: "what runs scripts ended unexpectedly",
  busy: "not started: too many scripts run",
} as const satisfies Record<ScriptEnd, string>;

export function scriptLine(event: ScriptEvent): { words: { text: string; mono?: true }[]; effect: string } {
  if (event.type === "script-output") return outputLine(event.payload);
  const { call, script } = event.payload;
  const said = (subject: string, text: string) => ({
    words: [{ text: subject, mono: true as const }, { text }],
    effect: "",
  });
  switch (event.type) {
    case "result-awaited":
      return said(
        call.toolName,
        script
          ? ": a person allows it, refuses it or types its result"
          : ": nothing runs here, so a person types it",
      );
    case "script-started":
      return said(event.payload.script.command, allowedWords(event.payload));
    case "script-ran":
      return said(event.payload.script.command, `: ${endOfScript(event.payload)}`);
  }
}

/** The last line of it. */
function outputLine({ pieces }: PayloadOf<"script-output">) {
  const written = pieces.filter(({ stream }) => stream !== "command");
  const last = (written.length > 0 ? written : pieces)
    .map(({ text }) => text)
    .join("")
    .trimEnd();
  return {
    words: [{ text: last.slice(last.lastIndexOf("\n") + 1).slice(0, 200), mono: true as const }],
    effect: "",
  };
}

const allowedWords = ({ allowedBy, decided }: PayloadOf<"script-started">): string => {
  if (allowedBy !== null) return `, allowed by ${allowedBy.name}`;
  return decided?.reason === "listed" ? ", on the list" : "";
};

/** Exit, duration and what was cut. */
export function endOfScript(ran: Ran): string {
  const { end, exitCode, startedMs, ranMs, stoppedBy } = ran;
  const how =
    exitCode === null ? endWords[end] + (stoppedBy ? ` by ${stoppedBy.name}` : "") : `exit ${exitCode}`;
  return [how, formatDuration(startedMs + ranMs), ...cutWords(ran)].join(", ");
}

/** What is not all there; nothing where it is. */
export function cutWords({ stdout, stderr, madeOmitted, limits }: Ran): string[] {
  const cut = (name: string, { text, bytes }: Ran["stdout"]): string[] =>
    bytes > limits.outputBytes && text !== ""
      ? [`${name} cut: ${formatBytes(limits.outputBytes)} of ${formatBytes(bytes)}`]
      : [];
  return [
    ...cut("output", stdout),
    ...cut("errors", stderr),
    ...(madeOmitted > 0 ? [`${formatCount(madeOmitted, "file")} left out`] : []),
  ];
}

/** What it asked for and is not there; null where nothing is known to be missing. */
export function missingWords({ observed: { missing, hosts } }: Ran): string | null {
  const parts = [
    missing.commands.length > 0 ? `programs: ${missing.commands.join(", ")}` : "",
    missing.modules.length > 0 ? `packages: ${missing.modules.join(", ")}` : "",
    hosts.length > 0 ? `network: ${hosts.join(", ")}` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? null : `Not in this simulated shell: ${parts.join("; ")}.`;
}
