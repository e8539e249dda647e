import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { dismissFinding } from "@/lib/reviews/commands/dismiss-finding";
import { createConversation } from "@/lib/sessions/commands";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";
import { whyWithheld } from "./why-withheld";

const { db } = testDatabase();

/** In parts, so that nothing takes this file for one of secrets. */
const key = ["AKIA", "Q3EGXAMLPE7", "RT5KWZ"].join("").slice(0, 20);
const privateKey = [
  ["-----BEGIN", "PRIVATE KEY-----"].join(" "),
  "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDZk2x7",
  "",
].join("\n");
const withKey = `# Matrix\n\nAsk with ${key} where checkout is down.\n`;
const skill = {
  ...triage,
  files: { "references/severity.md": withKey, "my-secrets.json": '{"a": 1}\n' },
};

async function aSkill() {
  const context = await aContext(db);
  const skillId = await aStoredSkill(context, skill, false);
  const ask = (path: string, text: string) =>
    whyWithheld(context, { skillId, path, bytes: new TextEncoder().encode(text) });
  return { context, skillId, ask };
}

async function dismissAll(context: Context) {
  const reviewer = await aColleague(context, "reviewer");
  const { findings } = await getDraft(context, { skill: skill.name });
  for (const { fingerprint } of findings.filter(({ severity }) => severity === "blocking"))
    await dismissFinding(reviewer, { skill: skill.name, fingerprint, reason: "A key of the manual." });
}

describe("whyWithheld", () => {
  it("goes by what is in a file, then by its name, and leaves others alone", async () => {
    const { ask } = await aSkill();
    expect(await ask("references/severity.md", withKey)).toBe("line 3 holds what looks like a secret");
    expect(await ask("my-secrets.json", '{"a": 1}\n')).toBe("its name says that it holds secrets");
    expect(await ask("credentials.md", "# About credentials\n")).toBe("its name says that it holds secrets");
    expect(await ask("references/other.md", "# Matrix\n")).toBeNull();
    expect(await ask("keys/server.txt", `# Key\n\n${privateKey}`)).toBe(
      "line 4 holds what looks like a secret",
    );
  });

  it("is lifted by a reviewer's dismissal, for these lines and this workspace alone", async () => {
    const { context, ask } = await aSkill();
    await dismissAll(context);
    expect(await ask("references/severity.md", withKey)).toBeNull();
    expect(await ask("my-secrets.json", '{"a": 1}\n')).toBeNull();
    expect(await ask("references/severity.md", withKey.replace("checkout", "login"))).toMatch(/^line 3/);
    const elsewhere = await aSkill();
    expect(await elsewhere.ask("references/severity.md", withKey)).toMatch(/^line 3/);
  });

  it("decides what a rehearsal is given", async () => {
    const { context } = await aSkill();
    const agent = await anAgentWith(context, []);
    const overlay = [{ skill: skill.name, follows: "draft" as const }];
    const ask = async () => {
      const { id } = await createConversation(context, { agent, overlay });
      const { events } = await rehearse(context, id, "Checkout is down: which severity is this incident?");
      return events.find(({ type }) => type === "resource-read" || type === "request-refused");
    };
    expect(await ask()).toMatchObject({
      type: "request-refused",
      payload: {
        rule: "secret-file",
        message: expect.stringContaining("line 3 holds what looks like a secret"),
      },
    });
    await dismissAll(context);
    expect(await ask()).toMatchObject({ type: "resource-read" });
  });
});
