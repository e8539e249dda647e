/** Hosts that know where to put the address of their model; any other has a base URL of its own. */
export const connectableHosts = [
  { value: "claude-code", label: "Claude Code" },
  { value: "codex", label: "Codex" },
  { value: "gemini-cli", label: "Gemini CLI" },
  { value: "other", label: "Other" },
] as const;
export type ConnectableHost = (typeof connectableHosts)[number]["value"];

export type HostLines = {
  lines: readonly string[];
  /** How it is taken back on that machine. */
  undo: string;
  /** What else has to be known. */
  note: string | null;
};

/** What is pasted on the machine of a host. The hosts insist on a key of their own: any word will do. */
export function hostLines(host: ConnectableHost, address: string): HostLines {
  switch (host) {
    case "claude-code":
      return {
        lines: [`export ANTHROPIC_BASE_URL=${address} ANTHROPIC_API_KEY=unused`, "claude"],
        undo: "unset ANTHROPIC_BASE_URL ANTHROPIC_API_KEY",
        note: null,
      };
    case "codex":
      return {
        lines: [
          `printf '\\n[model_providers.greenroom]\\nname = "Greenroom"\\nbase_url = "${address}/v1"\\nenv_key = "LOCAL_KEY"\\nwire_api = "responses"\\n' >> ~/.codex/config.toml`,
          "LOCAL_KEY=unused codex -c model_provider=greenroom",
        ],
        undo: "codex",
        note: "The first line adds a provider to the configuration of Codex; the second one uses it. Without -c Codex works as before.",
      };
    case "gemini-cli":
      return {
        lines: [`export GOOGLE_GEMINI_BASE_URL=${address} GEMINI_API_KEY=unused`, "gemini"],
        undo: "unset GOOGLE_GEMINI_BASE_URL GEMINI_API_KEY",
        note: "In Gemini CLI, sign in with an API key: with a Google account it does not ask this address.",
      };
    case "other":
      return {
        lines: [address, `${address}/v1`],
        undo: "",
        note: "The base URL for Anthropic Messages and Gemini, then the one for OpenAI Responses and Chat Completions. The API key is in the address: where a program insists on one, any word will do.",
      };
  }
}
