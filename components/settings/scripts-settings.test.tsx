import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import type { ScriptSettings } from "@/lib/execution/script-schema";
import { ScriptsSettings } from "./scripts-settings";

afterEach(() => vi.unstubAllGlobals());

const backend = { id: "simulated-shell", about: "Simulated shell: no programs, no network." };
const off: ScriptSettings = { mode: "off", allowedHere: true, inForce: "off", backend };

const open = (settings: ScriptSettings, role: Role = "admin") =>
  openPage(<ScriptsSettings />, {
    role,
    answers: { "GET /scripts": settings, "PUT /scripts": { ...settings, mode: "ask", inForce: "ask" } },
  });
const theSwitch = () => screen.findByRole("switch", { name: /Ask a person before each script/ });

describe("whether scripts may run", () => {
  it("is switched on by keyboard, and says what they run in", async () => {
    const { user, sent } = open(off);
    expect(await theSwitch()).not.toBeChecked();
    expect(screen.getByText(backend.about)).toBeVisible();
    (await theSwitch()).focus();
    await user.keyboard(" ");
    await waitFor(() =>
      expect(sent).toEqual([expect.objectContaining({ call: "PUT /scripts", body: { mode: "ask" } })]),
    );
    expect(await theSwitch()).toBeChecked();
  });

  it("waits for the operator, and says so", async () => {
    open({ ...off, allowedHere: false });
    expect(await theSwitch()).toBeDisabled();
    expect(screen.getByText(/The operator of this installation has not switched scripts on/)).toBeVisible();
  });

  it("can be switched off where the operator took it back, and says that nothing runs", async () => {
    open({ ...off, mode: "ask", allowedHere: false });
    expect(await theSwitch()).toBeEnabled();
    expect(screen.getByText(/Nothing runs\./)).toBeVisible();
  });

  it("is an admin's to say", async () => {
    open(off, "author");
    expect(await theSwitch()).toBeDisabled();
  });
});
