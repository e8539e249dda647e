import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { Publication } from "@/lib/reviews/review-schema";
import { PublishDialog } from "./publish-dialog";

const id = "0190a000-0000-7000-8000-000000000001";
const digest = "d".repeat(64);

const met: Publication = {
  revision: 42,
  digest,
  findingsRevision: 0,
  baseVersion: 6,
  newestVersion: 6,
  authors: [],
  approvals: [],
  rules: [
    { rule: "approvals", title: "1 approval of exactly this draft", met: true, count: "1 of 1", message: "" },
  ],
  met: true,
  mayPublish: true,
  mayBypass: false,
  dismissRefusal: null,
  review: 31,
};
const unmet: Publication = {
  ...met,
  rules: [
    {
      rule: "approvals",
      title: "1 approval of exactly this draft",
      met: false,
      count: "0 of 1",
      message: "1 approval missing, from a reviewer or above.",
    },
  ],
  met: false,
  review: null,
};

const reviewTitle = "Shorter steps";

type Options = { role?: Role; refusal?: object; onAskForReview?: () => void };

function open(publication: Publication, { role = "reviewer", refusal, onAskForReview }: Options = {}) {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, "http://x");
    if (init?.method === "POST") {
      sent.push(JSON.parse(String(init.body)));
      return refusal
        ? Response.json({ title: "Conflict", ...refusal }, { status: 409 })
        : Response.json({ number: 7, digest }, { status: 201 });
    }
    if (pathname.endsWith("/publication")) return Response.json(publication);
    if (pathname.endsWith("/impact")) return Response.json({ nextVersion: 7, similarNames: [], agents: [] });
    if (pathname.endsWith("/reviews"))
      return Response.json({ items: [{ title: reviewTitle }], nextCursor: null });
    if (pathname.endsWith("/policy")) return Response.json({ protectedLabels: ["production"] });
    return Response.json({
      labels: [
        { name: "latest", version: 6 },
        { name: "production", version: 5 },
        { name: "staging", version: 6 },
      ],
    });
  });
  render(
    <InWorkspace viewerRole={role}>
      <PublishDialog
        workspace="meridian"
        skill="triage"
        prepare={async () => ({ revision: 42, digest })}
        onAskForReview={onAskForReview}
        close={() => {}}
      />
    </InWorkspace>,
  );
  return { sent, user: userEvent.setup() };
}

const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

afterEach(() => vi.unstubAllGlobals());

describe("publishing", () => {
  it("sends exactly what was looked at, with the note, and moves labels along", async () => {
    const { sent, user } = open(met);
    const form = await dialog("Publish version 7");
    await waitFor(() => expect(form.getByRole("textbox", { name: "Note" })).toHaveValue(reviewTitle));
    await user.clear(form.getByRole("textbox", { name: "Note" }));
    await user.type(form.getByRole("textbox", { name: "Note" }), "Quotes the row.");
    await user.click(await form.findByRole("checkbox", { name: /staging now v6/ }));
    await user.click(form.getByRole("button", { name: "Publish" }));
    const done = await dialog("Version 7 is published");
    expect(sent).toEqual([{ revision: 42, digest, note: "Quotes the row.", labels: ["staging"] }]);
    expect(done.getByText(/follow the latest version and staging/)).toBeVisible();
  });

  it("leaves protected labels to those who may move them", async () => {
    open(met);
    const form = await dialog("Publish version 7");
    const label = await form.findByRole("checkbox", { name: /production now v5, protected/ });
    await waitFor(() => expect(label).toBeDisabled());
    expect(form.getByText(/this needs admin or above/)).toBeVisible();
  });

  it("waits where the policy is not met, says for what, and offers to ask for review", async () => {
    const ask = vi.fn();
    const { sent, user } = open(unmet, { onAskForReview: ask });
    const form = await dialog("Publish version 7");
    const publish = await form.findByRole("button", { name: "Publish" });
    expect(publish).toHaveAttribute("aria-disabled", "true");
    expect(publish).toHaveAccessibleDescription("1 approval missing, from a reviewer or above.");
    await user.click(publish);
    expect(sent).toEqual([]);
    await user.click(form.getByRole("button", { name: "Ask for review" }));
    expect(ask).toHaveBeenCalledOnce();
  });

  it("lets those who may go past the policy do so with a reason alone", async () => {
    const { sent, user } = open({ ...unmet, mayBypass: true }, { role: "owner" });
    const form = await dialog("Publish version 7");
    const past = () => form.getByRole("button", { name: "Bypass and publish" });
    expect(past()).toHaveAccessibleDescription("Say why the policy is bypassed.");
    await user.type(form.getByRole("textbox", { name: "Reason for the bypass" }), "Outage now");
    await user.click(past());
    await dialog("Version 7 is published");
    expect(sent).toEqual([{ revision: 42, digest, note: "", labels: [], bypassReason: "Outage now" }]);
  });

  it("names who wrote these bytes, and whose approval does not count for that or another reason", async () => {
    const [ada, rex, gone] = ["Ada", "Rex", "Gil"].map((name) => ({ id: name, name }));
    if (!ada || !rex || !gone) throw new Error("Nobody.");
    open({
      ...unmet,
      authors: [ada, rex, { id, name: "Ines" }],
      approvals: [
        { by: rex, counts: false, why: "They wrote part of these bytes: somebody else has to approve them." },
        { by: gone, counts: false, why: "They are no longer a member of this workspace." },
      ],
    });
    const form = await dialog("Publish version 7");
    expect(await form.findByText(/^Written by Ada, Rex and you since v6\./)).toBeVisible();
    const uncounted = within(form.getByRole("list", { name: "Approvals that do not count" }));
    expect(uncounted.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Approved by Rex, who wrote part of these bytes.",
      "Approved by Gil. They are no longer a member of this workspace.",
    ]);
  });

  it("says nothing of authors where no approval is asked for", async () => {
    const rule = {
      rule: "findings",
      title: "No blocking findings",
      met: true,
      count: "0 left",
      message: "",
    } as const;
    open({ ...met, rules: [rule], authors: [{ id, name: "Ines" }] });
    const form = await dialog("Publish version 7");
    expect(await form.findByText("No blocking findings")).toBeVisible();
    expect(form.queryByText(/^Written by/)).toBeNull();
  });

  it("asks whether a newer version was seen before it passes over it", async () => {
    const { sent, user } = open({ ...met, baseVersion: 5 });
    const form = await dialog("Publish version 7");
    expect(form.getByText("v6 is newer than what this draft started from")).toBeVisible();
    expect(form.getByRole("button", { name: "Publish" })).toHaveAccessibleDescription(
      "Say first that you have seen v6.",
    );
    await waitFor(() => expect(form.getByRole("textbox", { name: "Note" })).toHaveValue(reviewTitle));
    await user.click(form.getByRole("checkbox", { name: /I have seen v6/ }));
    await user.click(form.getByRole("button", { name: "Publish" }));
    await dialog("Version 7 is published");
    expect(sent).toEqual([{ revision: 42, digest, note: reviewTitle, labels: [], newestVersion: 6 }]);
  });

  it("stays, and says what the server found missing meanwhile", async () => {
    const refusal = {
      status: 409,
      code: "CONFLICT",
      detail: "The policy is not met.",
      details: {
        reason: "policy",
        unmet: [{ rule: "open-threads", message: "1 thread is to be resolved." }],
      },
    };
    const { user } = open(met, { refusal });
    const form = await dialog("Publish version 7");
    await user.click(form.getByRole("button", { name: "Publish" }));
    expect(await form.findByRole("alert")).toHaveTextContent(
      "The policy is not met. 1 thread is to be resolved.",
    );
  });
});
