import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import { aCapability, aCapabilityList } from "@/components/library/capabilities/fixtures/capability-shapes";
import type { CapabilityList } from "@/lib/library/diffs/capability-schema";
import { aReview } from "./fixtures/open-proof-tab";
import { ReviewCapabilities } from "./review-capabilities";

function open(list: Partial<CapabilityList> | Response, published: number | null = null) {
  const answer = list instanceof Response ? list : aCapabilityList(list);
  const review = { ...aReview, publishedVersion: published };
  return openPage(<ReviewCapabilities workspace="meridian" review={review} />, {
    answers: { "GET /skills/incident-triage/capabilities": answer },
  });
}

afterEach(() => vi.unstubAllGlobals());

describe("what a review would let a skill do", () => {
  it("says new hosts at the top, then everything that is new or gone, a click from its file", async () => {
    const host = aCapability({ kind: "host", use: "reached", name: "a.io" });
    const kept = aCapability({});
    const gone = aCapability({ name: "wget" });
    const { user, sent } = open({ capabilities: [host, kept], added: [host], gone: [gone] });
    expect(await screen.findByText("It reaches 1 new host")).toBeInTheDocument();
    await user.click(screen.getByText("Capabilities: 1 new, 1 gone, 1 as before"));
    const fresh = within(screen.getByRole("region", { name: "New capabilities" }));
    expect(fresh.getByRole("link", { name: "scripts/run.sh 2:6" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/incident-triage/edit?file=scripts%2Frun.sh",
    );
    const old = within(screen.getByRole("region", { name: "Capabilities that are gone" }));
    expect(old.getByText("wget")).toBeInTheDocument();
    expect(old.queryByRole("link")).toBeNull();
    expect(sent).toEqual([]);
  });

  it("says that nothing grew, and warns of no host", async () => {
    open({ capabilities: [aCapability({})] });
    expect(await screen.findByText("It can do what it could before: 1 capability.")).toBeInTheDocument();
    expect(screen.queryByText(/new host/)).toBeNull();
  });

  it("says that there is nothing", async () => {
    open({}, 7);
    expect(await screen.findByText(/^Nothing in it runs a command/)).toBeInTheDocument();
  });

  it("names files of a version that was published without a way into the draft", async () => {
    const { user } = open({ capabilities: [aCapability({})], added: [aCapability({})] }, 7);
    await user.click(await screen.findByText("Capabilities: 1 new, 0 gone, 0 as before"));
    expect(screen.getByText("scripts/run.sh 2:6")).toBeInTheDocument();
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("says so when it could not be compared", async () => {
    open(new Response("{}", { status: 500 }));
    expect(await screen.findByText("What it can do could not be compared")).toBeInTheDocument();
  });
});
