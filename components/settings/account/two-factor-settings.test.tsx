import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SignInMethods } from "@/lib/auth/sign-in-schema";
import { TwoFactorSettings } from "./two-factor-settings";

const secret = "JBSWY3DPEHPK3PXP";
const totpURI = `otpauth://totp/Greenroom:ines@example.test?secret=${secret}&issuer=Greenroom`;
const codes = Array.from({ length: 10 }, (_, number) => `abcd${number}-efgh${number}`);
const off: SignInMethods = {
  hasPassword: true,
  oidc: null,
  twoFactor: { isOn: false, backupCodesLeft: null },
};
const on: SignInMethods = { ...off, twoFactor: { isOn: true, backupCodesLeft: 2 } };

function open(methods: SignInMethods, refusals: Record<string, { status: number; code: string }> = {}) {
  const sent: { path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const path = new URL(url, "http://x").pathname.replace("/api/auth/", "");
    sent.push({ path, body: JSON.parse(String(init?.body ?? "null")) });
    const refusal = refusals[path];
    if (refusal)
      return Response.json({ code: refusal.code, message: "not our words" }, { status: refusal.status });
    return Response.json({ totpURI, backupCodes: codes });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TwoFactorSettings methods={methods} />
    </QueryClientProvider>,
  );
  return { sent, user: userEvent.setup() };
}
afterEach(() => vi.unstubAllGlobals());

describe("TwoFactorSettings", () => {
  it("switches on with the password, the picture and a code, and shows the backup codes once", async () => {
    const { sent, user } = open(off);
    await user.click(screen.getByRole("button", { name: "Switch on" }));
    await user.type(await screen.findByLabelText("Your password"), "the password of Ines");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByRole("img", { name: /QR code/ })).toBeTruthy();
    expect(screen.getByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
    await user.type(screen.getByLabelText("Code that the app shows"), "123 456");
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Switch on" }));
    expect(await screen.findByText(/only time that these codes are shown/)).toBeTruthy();
    expect(screen.getByRole("dialog").textContent).toContain(codes[9]);
    await user.keyboard("{Escape}");
    expect(await screen.findByText(/Are they stored\?/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "I have stored them" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(sent).toEqual([
      { path: "two-factor/enable", body: { password: "the password of Ines" } },
      { path: "two-factor/verify-totp", body: { code: "123456" } },
    ]);
  });

  it("says in words when the password or the code is not right, and stays where it was", async () => {
    const { user } = open(off, { "two-factor/verify-totp": { status: 401, code: "INVALID_CODE" } });
    await user.click(screen.getByRole("button", { name: "Switch on" }));
    await user.type(await screen.findByLabelText("Your password"), "the password of Ines");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await user.type(await screen.findByLabelText("Code that the app shows"), "000000");
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Switch on" }));
    expect((await screen.findByRole("alert")).textContent).toContain("This code is not right.");
    expect(screen.queryByText("not our words")).toBeNull();
  });

  it("asks nobody for a password who has none", async () => {
    const { sent, user } = open({ ...off, hasPassword: false });
    await user.click(screen.getByRole("button", { name: "Switch on" }));
    await user.click(await screen.findByRole("button", { name: "Continue" }));
    expect(await screen.findByRole("img", { name: /QR code/ })).toBeTruthy();
    expect(sent).toEqual([{ path: "two-factor/enable", body: {} }]);
  });

  it("warns when few backup codes are left, and makes new ones with the password", async () => {
    const { user } = open(on);
    expect(screen.getByText("Few backup codes are left")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "New backup codes" }));
    await user.type(await screen.findByLabelText("Your password"), "the password of Ines");
    await user.click(screen.getByRole("button", { name: "Create new codes" }));
    expect((await screen.findByRole("dialog", { name: "New backup codes" })).textContent).toContain(codes[0]);
  });
});
