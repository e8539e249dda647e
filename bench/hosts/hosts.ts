import { join } from "node:path";
import { z } from "zod";
import type { DialectId } from "@/lib/dialects/dialect-heads";

/** Who is run: the package, how it is started, where it looks for skills, and what it is told the model is. */
export type Host = {
  id: DialectId & ("claude-code" | "codex" | "gemini-cli");
  package: string;
  version: string;
  /** Below the home folder. */
  skills: string;
  /** Settings, by their paths below the home folder. */
  files?: Readonly<Record<string, string>>;
  /** Each with the window that the host believes in, in tokens. */
  models: readonly { name: string; windowTokens: number }[];
  protocol: "messages" | "responses" | "generate-content";
  /** Whether results carry a mark of their own for errors. */
  marksErrors: boolean;
  /** Whether SKILL.md says to it who may call a skill. */
  readsFlags?: true;
  /** Whether a session differs where the person is there and allows everything. */
  asksLeave?: true;
  start(options: {
    bin: string;
    message: string;
    model: string;
    base: string;
    /** To load any skill and look at any file; without it only to read files. */
    leave?: "all";
  }): {
    command: string;
    args: string[];
    env: Record<string, string>;
  };
  /** The tools of it that have to do with skills and their files. */
  tools: readonly string[];
  toCall(call: NeutralCall): RawCall;
};

export const neutralCallSchema = z.union([
  z.object({ activate: z.string().nullable(), arguments: z.string().optional() }),
  z.object({ read: z.string(), lines: z.tuple([z.number(), z.number()]).optional() }),
]);
export type NeutralCall = z.infer<typeof neutralCallSchema>;
export const rawCallSchema = z.object({ tool: z.string(), input: z.record(z.string(), z.unknown()) });
/** In the host's own words; `{{skills}}` stands for the folder of skills. */
export type RawCall = z.infer<typeof rawCallSchema>;

const pathOf = (path: string): string => (path.startsWith("/") ? path : `{{skills}}/${path}`);

const claudeCode: Host = {
  id: "claude-code",
  package: "@anthropic-ai/claude-code",
  version: "2.1.330",
  skills: ".claude/skills",
  readsFlags: true,
  models: [
    { name: "claude-sonnet-4-5", windowTokens: 200_000 },
    { name: "claude-opus-5-5", windowTokens: 1_000_000 },
  ],
  protocol: "messages",
  tools: ["Skill", "Read", "Bash"],
  marksErrors: true,
  asksLeave: true,
  start: ({ bin, message, model, base, leave }) => ({
    command: join(bin, "claude"),
    args: ["-p", message, "--model", model, `--allowedTools=Read${leave === "all" ? ",Skill,Bash" : ""}`],
    env: {
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      ANTHROPIC_BASE_URL: base,
      ANTHROPIC_API_KEY: "not-a-key",
    },
  }),
  toCall(call) {
    if ("activate" in call)
      return {
        tool: "Skill",
        input: {
          ...(call.activate === null ? {} : { skill: call.activate }),
          ...(call.arguments === undefined ? {} : { args: call.arguments }),
        },
      };
    const [first, last] = call.lines ?? [];
    const lines = first === undefined || last === undefined ? {} : { offset: first, limit: last - first + 1 };
    return { tool: "Read", input: { file_path: pathOf(call.read), ...lines } };
  },
};

const codex: Host = {
  id: "codex",
  package: "@openai/codex",
  version: "0.169.0",
  skills: ".codex/skills",
  models: [{ name: "gpt-5.5", windowTokens: 272_000 }],
  protocol: "responses",
  tools: ["exec_command"],
  marksErrors: false,
  start: ({ bin, message, model, base }) => ({
    command: join(bin, "codex"),
    args: [
      "exec",
      "--skip-git-repo-check",
      "-c",
      'model_provider="local"',
      "-c",
      `model="${model}"`,
      "-c",
      `model_providers.local={name="local",base_url="${base}/v1",env_key="LOCAL_KEY",wire_api="responses"}`,
      message,
    ],
    env: { LOCAL_KEY: "not-a-key" },
  }),
  toCall(call) {
    if ("activate" in call)
      return {
        tool: "exec_command",
        input: call.activate === null ? {} : { cmd: `cat {{skills}}/${call.activate}/SKILL.md` },
      };
    const path = pathOf(call.read);
    const [first, last] = call.lines ?? [];
    return {
      tool: "exec_command",
      input: { cmd: first === undefined ? `cat ${path}` : `sed -n '${first},${last}p' ${path}` },
    };
  },
};

const geminiCli: Host = {
  id: "gemini-cli",
  package: "@google/gemini-cli",
  version: "0.61.0",
  skills: ".gemini/skills",
  files: {
    ".gemini/settings.json": JSON.stringify({
      security: { auth: { selectedType: "gemini-api-key" } },
      telemetry: { enabled: false },
      general: { disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
    }),
  },
  models: [{ name: "gemini-2.5-pro", windowTokens: 1_048_576 }],
  protocol: "generate-content",
  tools: ["activate_skill", "read_file"],
  marksErrors: true,
  start: ({ bin, message, model, base }) => ({
    command: join(bin, "gemini"),
    args: ["-m", model, "--skip-trust", "--yolo", "-p", message],
    env: { GEMINI_API_KEY: "not-a-key", GOOGLE_GEMINI_BASE_URL: base },
  }),
  toCall(call) {
    if ("activate" in call)
      return { tool: "activate_skill", input: call.activate === null ? {} : { name: call.activate } };
    const [first, last] = call.lines ?? [];
    const lines = first === undefined ? {} : { start_line: first, end_line: last };
    return { tool: "read_file", input: { file_path: pathOf(call.read), ...lines } };
  },
};

export const hosts: readonly Host[] = [claudeCode, codex, geminiCli];
