import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { HostLoads } from "@/lib/library/host-loads-schema";
import { SkillLoads } from "./skill-loads";

const orion: HostLoads["hosts"][number] = {
  dialect: "orion",
  title: "Orion",
  state: "refused",
  rule: "tools-type",
  file: "SKILL.md",
  line: 5,
  message: "`tools` is text and no list.",
  fix: "Write `tools` as a list.",
};
const sisu: HostLoads["hosts"][number] = {
  dialect: "sisu",
  title: "SISU",
  state: "loaded",
  name: "Ann",
  description: ">",
  readsOtherwise: true,
  leftOut: [{ path: "references/big.md", why: "It is larger than the host takes." }],
};
const codex: HostLoads["hosts"][number] = {
  ...sisu,
  dialect: "codex",
  title: "Codex",
  name: "helper",
  readsOtherwise: false,
  leftOut: [],
};

const open = (answer: unknown) =>
  openPage(<SkillLoads workspace="meridian" skill="helper" />, {
    answers: { "GET /skills/helper/loads": answer },
  });

afterEach(() => vi.unstubAllGlobals());

describe("the hosts that load a skill", () => {
  it("counts them, and says of one that refuses it what, where and what to do", async () => {
    const { user } = open({ loaded: 2, hosts: [orion, sisu, codex] });
    await user.click(await screen.findByText("Loads in 2 of 3 hosts"));
    expect(screen.getByText("Orion: does not load it")).toBeInTheDocument();
    expect(screen.getByText(/`tools` is text and no list\. Write `tools` as a list\./)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "SKILL.md, line 5" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/helper/edit?file=SKILL.md",
    );
  });

  it("says what a host reads otherwise and leaves out, and nothing of one that has all", async () => {
    const { user } = open({ loaded: 2, hosts: [sisu, codex] });
    await user.click(await screen.findByText("Loads in 2 of 2 hosts"));
    const [first, second] = screen
      .getAllByRole("listitem")
      .filter((item) => item.textContent?.match(/^(?:SISU|Codex)/));
    expect(first).toHaveTextContent("It reads the name as “Ann”. It reads the description as “>”.");
    expect(first).toHaveTextContent("1 file left out");
    expect(second && within(second).queryByText(/reads|left out/)).toBeNull();
  });

  it("says so when the hosts could not be asked", async () => {
    open(new Response("{}", { status: 500 }));
    expect(await screen.findByText("The hosts could not be asked")).toBeInTheDocument();
  });
});
