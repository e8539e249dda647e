import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import { defaultPolicy, noProof } from "@/lib/reviews/policy-options";
import { aSource } from "../sources/fixtures/a-source";
import { PolicySettings } from "./policy-settings";

const id = "0190a000-0000-7000-8000-000000000001";
const at = "2026-11-21T10:00:00.000Z";
const member = (name: string) => ({ userId: id, name, email: "", role: "admin", since: at });

const model = { id: "0190a000-0000-7000-8000-000000000002", name: "Sonnet", archivedAt: null };

const sources = [aSource(), aSource({ id, name: "More skills" })];

function open({
  role = "admin",
  people = 2,
  refuses = false,
}: {
  role?: Role;
  people?: number;
  refuses?: boolean;
} = {}) {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (init?.method === "PATCH") {
      sent.push(JSON.parse(String(init.body)));
      const errors = [{ path: "protectedLabels.0", message: "“latest” has a meaning of its own." }];
      const problem = { status: 422, code: "UNPROCESSABLE", title: "Refused", errors };
      return refuses ? Response.json(problem, { status: 422 }) : Response.json({});
    }
    if (url.includes("/sources")) return Response.json({ items: sources });
    if (url.includes("/models")) return Response.json({ items: [model] });
    return Response.json(
      url.includes("/members")
        ? { items: Array.from({ length: people }, (_, at) => member(`Person ${at}`)) }
        : { ...defaultPolicy, declaredIn: null, updatedBy: null, updatedAt: null },
    );
  });
  render(
    <InWorkspace viewerRole={role}>
      <Suspense>
        <PolicySettings />
      </Suspense>
    </InWorkspace>,
  );
  return { sent, user: userEvent.setup() };
}

afterEach(() => vi.unstubAllGlobals());

describe("the review policy", () => {
  it("says what applies now, and that the defaults do", async () => {
    open({ people: 1 });
    const now = within(await screen.findByRole("region", { name: "What applies now" }));
    expect(now.getByText("One person works here, so no approval is asked for.")).toBeVisible();
    expect(now.getByText(/The defaults: nobody has changed them. 1 person works here./)).toBeVisible();
  });

  it("saves every field at once, labels apart", async () => {
    const { sent, user } = open();
    const count = await screen.findByRole("spinbutton", { name: "How many" });
    await user.clear(count);
    await user.type(count, "2");
    await user.selectOptions(screen.getByRole("combobox", { name: "Who can approve" }), "admin");
    await user.click(screen.getByRole("checkbox", { name: /Open threads/ }));
    await user.click(screen.getByRole("checkbox", { name: /Errors by the specification/ }));
    await user.click(screen.getByRole("checkbox", { name: "admin" }));
    await user.type(screen.getByRole("textbox", { name: "Labels" }), " eu");
    const growth = screen.getByRole("spinbutton", { name: "How many where it can do more than before" });
    await user.clear(growth);
    await user.type(growth, "2");
    await user.click(screen.getByRole("button", { name: "Save policy" }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          approvals: 2,
          approverRole: "admin",
          openThreadsBlock: false,
          findingsBlock: true,
          specificationBlocks: true,
          growthApprovals: 2,
          proof: noProof,
          bypassRoles: ["owner", "admin"],
          protectedLabels: ["production", "eu"],
          publishOnSync: [],
        },
      ]),
    );
  });

  it("lets the syncs of some sources publish, of all, or of none", async () => {
    const { sent, user } = open();
    const box = (name: RegExp) => screen.getByRole("checkbox", { name });
    await user.click(await screen.findByRole("checkbox", { name: /More skills/ }));
    await user.click(screen.getByRole("button", { name: "Save policy" }));
    await waitFor(() => expect(sent).toMatchObject([{ publishOnSync: ["More skills"] }]));
    await user.click(box(/Every source/));
    expect(box(/Team skills/)).toBeChecked();
    expect(box(/Team skills/)).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Save policy" }));
    await waitFor(() => expect(sent[1]).toMatchObject({ publishOnSync: ["More skills", "*"] }));
  });

  it("asks proof of exactly what is published, of a model that is connected", async () => {
    const { sent, user } = open();
    await user.click(await screen.findByRole("checkbox", { name: /Trigger suite passes/ }));
    const recall = screen.getByRole("textbox", { name: "Recall at least" });
    expect(recall).toHaveValue("0.45");
    const save = () => screen.getByRole("button", { name: "Save policy" });
    await user.clear(recall);
    expect(save()).toHaveAccessibleDescription(
      /^Say from which recall the trigger suite passes, 0\.3 at least/,
    );
    await user.type(recall, "1.5");
    expect(save()).toHaveAccessibleDescription("Recall and precision are shares from 0 to 1.");
    await user.clear(recall);
    await user.type(recall, "0.6");
    await user.click(screen.getByRole("checkbox", { name: /No neighbour loses a case/ }));
    await user.type(screen.getByRole("textbox", { name: "Not older than, days" }), "14");
    await screen.findByRole("option", { name: "Sonnet" });
    await user.selectOptions(screen.getByRole("combobox", { name: "Model" }), "Sonnet");
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      proof: {
        triggers: { recall: 0.6, precision: null },
        effect: false,
        neighbours: true,
        maxAgeDays: 14,
        model: model.id,
      },
    });
  });

  it("asks for a judge that people agree with, where tasks are asked for", async () => {
    const { sent, user } = open();
    const effect = await screen.findByRole("checkbox", { name: /Tasks are not worse/ });
    expect(screen.queryByRole("textbox", { name: "Kappa of the judge at least" })).toBeNull();
    await user.click(effect);
    const kappa = screen.getByRole("textbox", { name: "Kappa of the judge at least" });
    const save = () => screen.getByRole("button", { name: "Save policy" });
    await user.type(kappa, "2");
    expect(save()).toHaveAccessibleDescription("The judge's kappa is a number from 0 to 1, or empty.");
    await user.clear(kappa);
    await user.type(kappa, "0.6");
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ proof: { effect: true, kappa: 0.6 } });
  });

  it("saves nothing that is unchanged", async () => {
    const { sent, user } = open();
    const save = await screen.findByRole("button", { name: "Save policy" });
    expect(save).toHaveAccessibleDescription("Nothing has changed.");
    await user.click(save);
    expect(sent).toEqual([]);
  });

  it("says which field the server refuses", async () => {
    const { user } = open({ refuses: true });
    await user.type(await screen.findByRole("textbox", { name: "Labels" }), ", latest");
    await user.click(screen.getByRole("button", { name: "Save policy" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("“latest” has a meaning of its own.");
  });

  it("is read, not changed, by those whose role is not enough", async () => {
    open({ role: "reviewer" });
    expect(await screen.findByText("You can read the policy, not change it")).toBeVisible();
    for (const field of screen.getAllByRole("spinbutton")) expect(field).toHaveAttribute("readonly");
    for (const box of screen.getAllByRole("checkbox")) expect(box).toBeDisabled();
    expect(screen.queryByRole("button", { name: "Save policy" })).toBeNull();
  });
});
