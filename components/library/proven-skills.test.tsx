import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { ProvenSkill } from "@/lib/proof/proven/proven-schema";
import { anId } from "@/lib/testing/sessions/session-log";
import { ProofCell, ProofLine } from "./proven-skills";

afterEach(() => vi.unstubAllGlobals());

const run = {
  number: 14,
  agent: { slug: "on-call", name: "On-call assistant" },
  model: "Sonnet",
  dialect: "standard",
  bytes: "current" as const,
  endedAt: null,
};
const share = (share: number, low: number, high: number) => ({ count: 3, of: 4, share, low, high });
const measured: ProvenSkill = {
  skillId: anId(1),
  skill: "notes",
  trigger: { ...run, recall: share(0.75, 0.41, 0.93), precision: null, word: "too-few" },
  effect: { ...run, number: 15, bytes: "older", verdict: "improved" },
};

const open = (items: ProvenSkill[]) =>
  openPage(
    <>
      <p data-testid="cell">
        <ProofCell skillId={anId(1)} />
      </p>
      <p data-testid="line">
        <ProofLine skillId={anId(1)} />
      </p>
    </>,
    { role: "viewer", address: "/w/meridian/skills", answers: { "GET /proof": { items, nextCursor: null } } },
  );

it("says recall and verdict in words, of which bytes and run, and what is no judgement", async () => {
  open([measured]);
  const said =
    "Recall 0.75 [0.41, 0.93], precision not measured, too few cases to judge: run 14 by Sonnet in Standard, of its current bytes. Improved: run 15 by Sonnet in Standard, of older bytes.";
  expect(await screen.findByText(said)).toBeVisible();
  const cell = screen.getByTestId("cell");
  expect(cell).toHaveTextContent("Recall 0.75, Improvedolder bytes");
  expect(screen.getByTitle(said)).toBeVisible();
});

it("says plainly that nothing was measured", async () => {
  open([]);
  expect(await screen.findByText("Not measured", { selector: "[data-testid=line] *" })).toBeVisible();
  expect(screen.getByTestId("cell")).toHaveTextContent("Not measured");
});

it("gives no figures of what cannot be trusted", async () => {
  const trigger = measured.trigger && { ...measured.trigger, word: "invalid" as const };
  open([{ ...measured, trigger, effect: null }]);
  await screen.findByText(/invalid measurement/);
  expect(screen.getByTestId("cell")).toHaveTextContent(/^Invalid$/);
});
