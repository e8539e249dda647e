import { describe, expect, test } from "vitest";
import { codexDialect } from "@/lib/dialects/codex";
import { loadingHost } from "@/lib/dialects/loads/find-loader";
import { orionDialect } from "@/lib/dialects/orion";
import { sisuDialect } from "@/lib/dialects/sisu";
import { standardDialect } from "@/lib/dialects/standard";
import { aSessionSkill, aSkillSession, MemorySource } from "@/lib/testing/sessions/skill-sessions";
import type { Dialect } from "./dialect";
import type { SkillRef } from "./events";
import type { HostLoad } from "./host-load";
import { loadSkills } from "./load-skills";

const good = (name: string) => `---\nname: ${name}\ndescription: Helps with ${name}.\n---\n\n# Task\n`;
const packages = {
  plain: {
    "SKILL.md": good("plain"),
    "references/big.md": "x".repeat(102_401),
    "references/small.md": "Small.\n",
  },
  folded: { "SKILL.md": "---\nname: folded\ndescription: >\n  Folded\n---\n\n# Task\n" },
  nameless: { "SKILL.md": "---\n\ndescription: Has no name.\n---\n\n# Task\n" },
};
const skills = Object.keys(packages).map((name, at) => aSessionSkill(name, `Stored, ${name}.`, at + 1));

function aMemo() {
  const held = new Map<string, HostLoad>();
  return {
    held,
    get: (key: string) => held.get(key),
    set: (key: string, load: HostLoad) => void held.set(key, load),
  };
}

async function loadIn(dialect: Dialect) {
  const source = new MemorySource(packages);
  const { skills: loaded, refused } = await loadSkills({ host: loadingHost(dialect), source }, skills);
  return { source, loaded, refused };
}

describe("loadSkills", () => {
  test("gives the description as the host reads it, and refuses with rule, file, line and what to do", async () => {
    const { loaded, refused } = await loadIn(sisuDialect);
    expect(loaded.map(({ ref, description }) => [ref.name, description])).toEqual([
      ["plain", "Helps with plain."],
      ["folded", ">"],
    ]);
    expect(refused).toEqual([
      {
        skillId: skills[2]?.ref.skillId,
        name: "nameless",
        reason: "host-refuses",
        detail:
          "SISU does not load it (SKILL.md, line 1). The host's reader finds no line `name: ...` with a value. Give it a `name`.",
        refusal: {
          dialect: "sisu",
          rule: "name-missing",
          file: "SKILL.md",
          line: 1,
          fix: "Give it a `name`.",
        },
      },
    ]);
  });

  test("this project's own runtime goes by what is stored, and reads nothing", async () => {
    const { source, loaded, refused } = await loadIn(standardDialect);
    expect(loaded).toEqual(skills);
    expect(refused).toEqual([]);
    expect(source.reads).toEqual([]);
  });

  test("of a package SKILL.md alone is read, and once for its digest and host", async () => {
    const source = new MemorySource(packages);
    const cache = aMemo();
    await loadSkills({ host: loadingHost(sisuDialect), source, cache }, skills);
    expect(source.reads).toEqual(["plain/SKILL.md", "folded/SKILL.md", "nameless/SKILL.md"]);
    await loadSkills({ host: loadingHost(sisuDialect), source, cache }, skills);
    expect(source.reads).toHaveLength(3);
    await loadSkills({ host: loadingHost(orionDialect), source, cache }, skills);
    expect(source.reads).toHaveLength(6);
  });

  test("a skill that its settings keep from models is for people alone in Codex, and only there", async () => {
    const settings = "policy:\n  allow_implicit_invocation: false\n";
    const source = new MemorySource({
      kept: { "SKILL.md": good("kept"), "agents/openai.yaml": settings },
      open: { "SKILL.md": good("open"), "agents/openai.yaml": "policy: {}\n" },
    });
    const both = [aSessionSkill("kept", "Helps.", 1), aSessionSkill("open", "Helps.", 2)];
    const keptIn = async (dialect: Dialect) => {
      const { skills: loaded } = await loadSkills({ host: loadingHost(dialect), source }, both);
      return loaded.flatMap(({ ref }) => (ref.modelInvocable === false ? [ref.name] : []));
    };
    expect(await keptIn(codexDialect)).toEqual(["kept"]);
    expect(await keptIn(orionDialect)).toEqual([]);
  });

  test("no host is given the settings of another", async () => {
    const inner = new MemorySource({
      kept: { "SKILL.md": good("kept"), "agents/openai.yaml": "policy: {}\n" },
    });
    const askedIn = async (dialect: Dialect) => {
      const asked: string[] = [];
      const source = {
        listFiles: (ref: SkillRef) => inner.listFiles(ref),
        readFile: (ref: SkillRef, path: string) => {
          asked.push(path);
          return inner.readFile(ref, path);
        },
      };
      await loadSkills({ host: loadingHost(dialect), source }, [aSessionSkill("kept", "Helps.", 1)]);
      return asked;
    };
    expect(await askedIn(codexDialect)).toEqual(["SKILL.md", "agents/openai.yaml"]);
    expect(await askedIn(orionDialect)).toEqual(["SKILL.md"]);
  });

  test("a description that only this host reads is not told where it has characters that nobody sees", async () => {
    const hidden = {
      twice: { "SKILL.md": "---\nname: twice\ndescription: Helps\u{e0061}\u{e0062}.\n---\n" },
    };
    const source = new MemorySource(hidden);
    const { skills: loaded, refused } = await loadSkills({ host: loadingHost(sisuDialect), source }, [
      aSessionSkill("twice", "Helps.", 1),
    ]);
    expect(loaded).toEqual([]);
    expect(refused).toMatchObject([{ reason: "hidden-text" }]);
  });
});

describe("a session with skills as their host loads them", () => {
  const open = async () => {
    const { loaded, refused } = await loadIn(sisuDialect);
    return aSkillSession(packages, { dialect: sisuDialect, skills: loaded, unavailable: refused });
  };

  test("tells the host's description, and nothing of a skill that it refuses", async () => {
    const { session } = await open();
    const told = await session.injectCatalogue();
    expect(told?.type === "catalogue-injected" && told.payload.text).toMatch(
      / {2}- "plain": Helps with plain\.\n {2}- "folded": >\n/,
    );
    expect(JSON.stringify(told?.payload)).not.toContain("nameless");
  });

  test("neither lists nor serves a file that the host leaves out", async () => {
    const { session, call } = await open();
    await session.injectCatalogue();
    const activated = await call("use_skill", { skill_name: "plain" });
    expect(activated.type === "skill-activated" && activated.payload.result).toMatch(
      /- references\/small\.md$/,
    );
    const big = await call("read_file", { path: "skill://plain/references/big.md" });
    expect(big).toMatchObject({ type: "request-refused", payload: { rule: "unknown-resource" } });
    expect(await call("read_file", { path: "skill://plain/references/small.md" })).toMatchObject({
      type: "resource-read",
    });
  });

  test("a model that asks for a refused skill hears what the host would say", async () => {
    const { session, call } = await open();
    await session.injectCatalogue();
    expect(await call("use_skill", { skill_name: "nameless" })).toMatchObject({
      type: "request-refused",
      payload: { rule: "not-assigned", result: 'Skill "nameless" not found.' },
    });
  });

  test("whether LinX tells of scripts goes by its own list", async () => {
    const { linxDialect } = await import("@/lib/dialects/linx");
    const own = {
      weather: { "SKILL.md": good("weather"), "get_weather.py": "" },
      shell: { "SKILL.md": good("shell"), "scripts/run.sh": "" },
    };
    const source = new MemorySource(own);
    const named = Object.keys(own).map((name, at) => aSessionSkill(name, "", at + 1));
    const { skills: loaded } = await loadSkills({ host: loadingHost(linxDialect), source }, named);
    const { session } = aSkillSession(own, { dialect: linxDialect, mode: "eager", skills: loaded });
    const told = await session.injectCatalogue();
    const text = told?.type === "catalogue-injected" ? told.payload.text : "";
    expect(text.split("## Skill: ").map((part) => part.includes("has scripts"))).toEqual([
      false,
      true,
      false,
    ]);
  });
});
