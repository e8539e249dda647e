import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import type { ScriptSettings } from "@/lib/execution/script-schema";
import { ScriptsSettings } from "./scripts-settings";

afterEach(() => vi.unstubAllGlobals());

const backend = { id: "simulated-shell", about: "Simulated shell: no programs, no network." };
const off: ScriptSettings = { mode: "off", allow: [], allowedHere: true, inForce: "off", backend };

const open = (settings: ScriptSettings, role: Role = "admin") =>
  openPage(<ScriptsSettings />, {
    role,
    answers: { "GET /scripts": settings, "PUT /scripts": { ...settings, mode: "ask", inForce: "ask" } },
  });
const theChoice = () => screen.findByRole("combobox", { name: "Scripts and commands" });

describe("whether scripts may run", () => {
  it("is switched on, and says what they run in", async () => {
    const { user, sent } = open(off);
    expect(await theChoice()).toHaveValue("off");
    expect(screen.getByText(backend.about)).toBeVisible();
    await user.selectOptions(await theChoice(), "ask");
    await waitFor(() =>
      expect(sent).toEqual([expect.objectContaining({ call: "PUT /scripts", body: { mode: "ask" } })]),
    );
    expect(await theChoice()).toHaveValue("ask");
  });

  it("waits for the operator, and says so", async () => {
    open({ ...off, allowedHere: false });
    expect(await theChoice()).toBeDisabled();
    expect(screen.getByText(/The operator of this installation has not switched scripts on/)).toBeVisible();
  });

  it("can be switched off where the operator took it back, and says that nothing runs", async () => {
    open({ ...off, mode: "ask", allowedHere: false });
    expect(await theChoice()).toBeEnabled();
    expect(screen.getByText(/Nothing runs\./)).toBeVisible();
  });

  it("takes a list of what runs unasked, and says what is wrong with a line of it", async () => {
    const { user, sent } = open({ ...off, mode: "list" });
    const list = await screen.findByRole("textbox", { name: "Runs without asking" });
    await user.type(list, "notes: jq");
    await user.click(screen.getByRole("button", { name: "Save the list" }));
    expect(list).toHaveAccessibleDescription(/Line 1: write a skill at a version/);
    await user.clear(list);
    await user.type(list, "notes@3: scripts/a.py, jq");
    await user.click(screen.getByRole("button", { name: "Save the list" }));
    const allow = [{ skill: "notes", version: 3, scripts: ["scripts/a.py"], commands: ["jq"], hosts: [] }];
    await waitFor(() => expect(sent).toEqual([expect.objectContaining({ body: { mode: "list", allow } })]));
  });

  it("is an admin's to say", async () => {
    open(off, "author");
    expect(await theChoice()).toBeDisabled();
  });
});
