import { describe, expect, it } from "vitest";
import { connectableHosts, hostLines } from "./host-lines";

const address = "https://greenroom.example/gateway/grg_key";

describe("what is pasted on a host's machine", () => {
  it.each(connectableHosts.map(({ value }) => value))("%s: two lines with the address in them", (host) => {
    const { lines } = hostLines(host, address);
    expect(lines).toHaveLength(2);
    expect(lines.join("\n")).toContain(address);
  });

  it("is the setting that the host reads", () => {
    expect(hostLines("claude-code", address).lines[0]).toContain(`ANTHROPIC_BASE_URL=${address} `);
    expect(hostLines("codex", address).lines[0]).toContain(`base_url = "${address}/v1"`);
    expect(hostLines("codex", address).lines[0]).toContain('wire_api = "responses"');
    expect(hostLines("gemini-cli", address).lines[0]).toContain(`GOOGLE_GEMINI_BASE_URL=${address} `);
  });

  it("can be taken back", () => {
    expect(hostLines("claude-code", address).undo).toContain("unset ANTHROPIC_BASE_URL");
    expect(hostLines("gemini-cli", address).undo).toContain("unset GOOGLE_GEMINI_BASE_URL");
  });
});
