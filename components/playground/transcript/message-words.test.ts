import { describe, expect, it } from "vitest";
import { messageWords } from "./message-words";

const monoOf = (message: string) =>
  messageWords(message)
    .filter(({ mono }) => mono)
    .map(({ text }) => text);

describe("messageWords", () => {
  it("sets skills and paths apart", () => {
    expect(monoOf("/incident-triage EU checkout, see references/tone.md.")).toEqual([
      "/incident-triage",
      "references/tone.md",
    ]);
    expect(monoOf("Check ../../oncall/rota.yaml for @log-query.")).toEqual([
      "../../oncall/rota.yaml",
      "@log-query",
    ]);
  });

  it("leaves addresses, fractions of sentences and plain words alone", () => {
    expect(monoOf("See https://example.test/a, then ask Ines. 3 / 4")).toEqual([]);
  });

  it("loses nothing", () => {
    const message = "  /a  b\n\n../c.md, d/e! (f)";
    expect(
      messageWords(message)
        .map(({ text }) => text)
        .join(""),
    ).toBe(message);
  });
});
