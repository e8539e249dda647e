import { describe, expect, it } from "vitest";
import { readDeclaration } from "./read-declaration";

const read = (text: string) => readDeclaration(text, "greenroom.yaml");
const problemsOf = (text: string) => read(text).problems.map(({ place, message }) => `${place} ${message}`);
const skillsOf = (entries: string) => {
  const found = read(`agents:\n  - name: Desk\n    skills: ${entries}\n`);
  return "declaration" in found ? found.declaration.agents[0]?.skills : found.problems;
};

describe("what a file declares", () => {
  it("may be nothing", () => {
    for (const text of ["", "# nothing\n", "skills: {}\n"])
      expect(read(text)).toMatchObject({ declaration: { sources: [], agents: [] }, problems: [] });
  });

  it("names skills with what of them an agent gets", () => {
    expect(skillsOf("[notes, pens@draft, ink@3, paper@stable]")).toEqual([
      { skill: "notes", enabled: true, follows: "latest" },
      { skill: "pens", enabled: true, follows: "draft" },
      { skill: "ink", enabled: true, follows: "version", version: 3 },
      { skill: "paper", enabled: true, follows: "label", label: "stable" },
    ]);
  });

  it.each(["notes@", "@3", "notes@a@b", "notes@Not A Label"])("refuses %s with its place", (entry) => {
    const [problem] = problemsOf(`agents:\n  - name: Desk\n    skills:\n      - "${entry}"\n`);
    expect(problem).toMatch(/^greenroom\.yaml:4:9 agents\.0\.skills\.0: Write .* for its latest version/);
  });

  it("leaves the rest of an agent to the app's usual", () => {
    const found = read("agents:\n  - name: Desk\n");
    expect("declaration" in found && found.declaration.agents[0]).toMatchObject({
      model: "Rehearsal",
      dialect: "standard",
      autoDiscover: false,
      deniedSkills: [],
      environment: { os: null, bins: null, env: null },
    });
  });

  it("says every mistake with line and column", () => {
    const wrong = `agents:
  - name: ""
    colour: red
    dialect: unheard-of
    environment: { shell: zsh }
policy:
  approvals: many
  proof: { trigger: 1 }
`;
    expect(problemsOf(wrong)).toEqual([
      "greenroom.yaml:2:5 agents.0.name: Give the agent a name.",
      expect.stringMatching(/^greenroom\.yaml:4:5 agents\.0\.dialect: /),
      "greenroom.yaml:5:20 agents.0.environment.shell: Extra inputs are not permitted",
      "greenroom.yaml:3:5 agents.0.colour: Extra inputs are not permitted",
      expect.stringMatching(/^greenroom\.yaml:7:3 policy\.approvals: /),
      "greenroom.yaml:8:12 policy.proof.trigger: Extra inputs are not permitted",
    ]);
  });

  it("leaves the rest of a source to the app's usual", () => {
    const found = read("sources:\n  - name: Team\n    url: oci://ghcr.io/meridian/skills\n    kind: oci\n");
    expect("declaration" in found && found.declaration.sources).toMatchObject([
      {
        kind: "oci",
        url: "https://ghcr.io/meridian/skills",
        ref: "",
        folder: "",
        userName: "",
        everyMinutes: null,
        asksReview: false,
        needsToken: false,
      },
    ]);
  });

  it("holds no secret of a source, and repeats none", () => {
    const wrong = `sources:
  - name: Team
    url: https://example.org/skills.git
    token: hush-hush
    key: |
      hush-hush
    webhook: hush-hush
    everyMinutes: 7
  - name: Other
    folder: ../up
`;
    const instead = "it is given in the app, under Settings > Sources, and kept sealed.";
    expect(problemsOf(wrong)).toEqual([
      `greenroom.yaml:4:5 sources.0.token: Take the token out of the file: ${instead}`,
      `greenroom.yaml:5:5 sources.0.key: Take the key out of the file: ${instead}`,
      "greenroom.yaml:8:5 sources.0.everyMinutes: Sync it every 15, 60, 360 or 1440 minutes, or leave this out.",
      "greenroom.yaml:7:5 sources.0.webhook: Extra inputs are not permitted",
      expect.stringMatching(/^greenroom\.yaml:9:5 sources\.1\.url: Give the address, as https:/),
      expect.stringMatching(/^greenroom\.yaml:10:5 sources\.1\.folder: Name a folder of the source/),
    ]);
    expect(problemsOf(wrong).join()).not.toContain("hush");
  });

  it("says of what is no YAML where it ends to be", () => {
    expect(problemsOf("agents: [\n")[0]).toMatch(/^greenroom\.yaml:\d+:\d+ /);
  });

  it("does not unfold a file that says of itself that it is endless", () => {
    const lines = Array.from({ length: 30 }, (_, at) =>
      at === 0 ? "a0: &a0 [x, x, x]" : `a${at}: &a${at} [*a${at - 1}, *a${at - 1}, *a${at - 1}]`,
    );
    expect(problemsOf(lines.join("\n"))[0]).toMatch(/^greenroom\.yaml:1:1 .*alias/i);
  });
});
