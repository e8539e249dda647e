import { expect, it } from "vitest";
import { installClients, installLines } from "./install-lines";

const url = "https://greenroom.test/d/grd_secret";
const urls = { url, gitUrl: `${url}/release-desk.git` };

it.each(installClients.map(({ value }) => value))("gives %s the address, whole", (client) => {
  const { lines, note } = installLines(client, urls);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines[0]).toContain(url);
  expect(note).toMatch(/\.$/);
});

it("keeps an address from being sent elsewhere by the skills client", () => {
  const { lines, update } = installLines("skills", urls);
  for (const line of [...lines, update]) expect(line).toMatch(/^DISABLE_TELEMETRY=1 npx skills /);
});

it("names the plugin as the repository names it", () => {
  expect(installLines("claude-code", urls).lines).toEqual([
    `claude plugin marketplace add ${url}/release-desk.git`,
    "claude plugin install release-desk@release-desk",
  ]);
  expect(installLines("codex", urls).lines[1]).toBe("codex plugin add release-desk@release-desk");
  expect(installLines("git", urls).lines).toEqual([`git clone ${url}/release-desk.git`]);
});
