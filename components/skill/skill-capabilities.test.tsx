import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import { aCapability, aCapabilityList } from "@/components/library/capabilities/fixtures/capability-shapes";
import { SkillCapabilities } from "./skill-capabilities";

const open = (answer: unknown) =>
  openPage(<SkillCapabilities workspace="meridian" skill="helper" />, {
    answers: { "GET /skills/helper/capabilities": answer },
  });

afterEach(() => vi.unstubAllGlobals());

describe("what a skill can do", () => {
  it("is counted, and told by kind with the place of each", async () => {
    const host = aCapability({ kind: "host", use: "reached", name: "a.io", placeCount: 3 });
    const built = aCapability({ name: "$TOOL", certainty: "run-time" });
    const all = aCapability({ kind: "environment", use: "read", name: "*" });
    const { user } = open(aCapabilityList({ capabilities: [host, built, all], added: [host] }));
    await user.click(await screen.findByText("3 capabilities, 1 new since version 6"));
    const list = within(screen.getByRole("region", { name: "What the draft can do" }));
    const [first, second, third] = list.getAllByRole("listitem");
    expect(first).toHaveTextContent("a.io new asked scripts/run.sh 2:6 and 2 more places");
    expect(second).toHaveTextContent(/^\$TOOL built at run time/);
    expect(third).toHaveTextContent("* the whole environment");
    expect(list.getByText("Hosts")).toBeInTheDocument();
    expect(list.getAllByRole("link")[0]).toHaveAttribute(
      "href",
      "/w/meridian/skills/helper/edit?file=scripts%2Frun.sh",
    );
  });

  it("says so when there is nothing, and counts nothing as new where nothing is published", async () => {
    const { unmount } = open(aCapabilityList({}));
    expect(await screen.findByText(/^Nothing in it runs a command/)).toBeInTheDocument();
    unmount();
    open(aCapabilityList({ capabilities: [aCapability({})], added: [aCapability({})], against: null }));
    expect(await screen.findByText("1 capability")).toBeInTheDocument();
    expect(screen.queryByText("new")).toBeNull();
  });

  it("says so when it could not be read", async () => {
    open(new Response("{}", { status: 500 }));
    expect(await screen.findByText("What it can do could not be read")).toBeInTheDocument();
  });
});
