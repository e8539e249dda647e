import { describe, expect, it } from "vitest";
import { sessionCookie, testPassword } from "@/lib/testing/api-session";
import { SignInBrowser } from "@/lib/testing/browser/sign-in-browser";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { parseAdminCommand } from "./admin-command";
import { resetPassword } from "./commands/reset-password";
import { runAdminCommand } from "./commands/run-admin-command";

const { db, url: databaseUrl } = testDatabase();

/** What a command says, on both outputs, and its exit code. */
async function run(typed: readonly string[], { password = "", isServerRunning = true } = {}) {
  const command = parseAdminCommand(typed);
  if (command.name === "help" || command.name === "wrong")
    throw new Error(`Not understood: ${typed.join(" ")}`);
  const [said, complained]: [string[], string[]] = [[], []];
  const terminal = {
    say: (text: string) => said.push(text),
    complain: (text: string) => complained.push(text),
    readPassword: async () => password,
  };
  const target = { databaseUrl, account: "root", isServerRunning };
  const code = await runAdminCommand(command, target, terminal);
  return { code, said: said.join("\n"), complained: complained.join("\n") };
}
const signInStatus = async (email: string, password: string) =>
  (await new SignInBrowser().post("sign-in/email", { email, password })).status;

describe("npm run admin", () => {
  it("says so where nobody has an account yet", async () => {
    expect((await run(["list"])).said).toContain("Nobody has an account here yet");
  });

  it("lists everybody with what an operator looks for, as a table and as JSON", async () => {
    const person = await aContext(db, { name: "Ines", isOperator: true });
    await sessionCookie(person);
    const off = await aContext(db, { name: "Olga" });
    await db.user.update({
      where: { id: off.actor.userId },
      data: { deactivatedAt: new Date(), twoFactorEnabled: true },
    });
    const { code, said } = await run(["list"]);
    expect(code).toBe(0);
    const line = (name: string) => said.split("\n").find((each) => each.startsWith(name)) ?? "";
    expect(line("Ines")).toMatch(/person-\d+@example.test +operator +off +\d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect(line("Ines")).toContain(`${person.workspace.name} (owner)`);
    expect(line("Olga")).toMatch(/deactivated +on +never/);
    const { items = [] } = { items: JSON.parse((await run(["list", "--json"])).said) };
    expect(items).toMatchObject([
      { name: "Ines", isOperator: true },
      { name: "Olga", twoFactor: true },
    ]);
  });

  it("prints nothing that a terminal would act on, whoever chose the name", async () => {
    const sequence = "\u001b]0;pwned\u0007";
    await aContext(db, { name: `Eve${sequence}\u202e` });
    for (const typed of [["list"], ["list", "--json"], ["deactivate", `no${sequence}body@example.test`]]) {
      const { said, complained } = await run(typed);
      expect(`${said}${complained}`).not.toMatch(/[^\P{C}\n]/u);
    }
    expect((await run(["list"])).said).toMatch(/Eve\[U\+001B\]\]0;pwned\[U\+0007.*U\+202E\]/);
  });

  it("names the nearest addresses for one that nobody has", async () => {
    const { actor } = await aContext(db);
    const typed = actor.email.replace("person", "persn");
    const { code, complained } = await run(["deactivate", typed]);
    expect(code).toBe(1);
    expect(complained).toContain(`No account has the address “${typed}”. The nearest: `);
    expect(complained).toContain(actor.email);
    expect((await run(["deactivate", "zzz"])).complained).not.toContain("nearest");
  });

  it("prints a link that sets a new password, and says when no server is there to open it", async () => {
    const person = await aContext(db);
    const { code, said } = await run(["reset-password", person.actor.email.toUpperCase()], {
      isServerRunning: false,
    });
    expect(code).toBe(0);
    expect(said).toContain("start it with npm start");
    const token = /\/reset#(\S+)/.exec(said)?.[1] ?? "";
    const visitor = { db, now: () => new Date(), traceId: "0".repeat(32), address: null };
    await resetPassword(visitor, { token, password: "a-new-password-of-theirs" }, null);
    expect(await signInStatus(person.actor.email, "a-new-password-of-theirs")).toBe(200);
  });

  it("sets a password that is typed, and refuses one that the sign-in would not take", async () => {
    const person = await aContext(db);
    await sessionCookie(person);
    const typed = ["reset-password", person.actor.email, "--password-stdin"];
    const refused = await run(typed, { password: "short" });
    expect([refused.code, refused.complained]).toEqual([1, "Error: Use at least 12 characters."]);
    expect(await signInStatus(person.actor.email, testPassword)).toBe(200);
    const { code, said } = await run(typed, { password: "a-new-password-of-theirs" });
    expect(code).toBe(0);
    expect(said).not.toContain("a-new-password");
    expect(await signInStatus(person.actor.email, "a-new-password-of-theirs")).toBe(200);
  });

  it("makes and unmakes operators, and keeps the last", async () => {
    await db.user.updateMany({ data: { isOperator: false } });
    const { actor } = await aContext(db);
    const { email } = actor;
    expect((await run(["make-operator", email])).said).toContain("is an operator now");
    expect((await run(["make-operator", email])).said).toContain("is an operator already");
    const refused = await run(["remove-operator", email]);
    expect([refused.code, refused.complained]).toEqual([1, expect.stringContaining("the only operator")]);
    await aContext(db, { isOperator: true });
    expect((await run(["remove-operator", email])).said).toContain("is no operator any more");
    expect((await run(["remove-operator", email])).said).toContain("is no operator.");
  });

  it("deactivates with a warning of what is left without an owner, and reactivates", async () => {
    const { actor, workspace } = await aContext(db);
    const { said } = await run(["deactivate", actor.email]);
    expect(said).toContain("does not get in any more");
    expect(said).toContain(`Warning: nobody who gets in owns ${workspace.name} now`);
    expect((await run(["deactivate", actor.email])).said).toContain("was deactivated already");
    expect((await run(["reset-password", actor.email])).complained).toContain("is deactivated");
    expect((await run(["reactivate", actor.email])).said).toContain("gets in again");
    expect((await run(["reactivate", actor.email])).said).toContain("is not deactivated");
  });

  it("switches the second step off, and writes every act down as the machine's", async () => {
    const { actor } = await aContext(db);
    await db.user.update({ where: { id: actor.userId }, data: { twoFactorEnabled: true } });
    expect((await run(["reset-two-factor", actor.email])).said).toContain("is off");
    expect((await run(["reset-two-factor", actor.email])).said).toContain("was off already");
    expect(await db.audit.findMany({ where: { objectId: actor.userId } })).toMatchObject([
      {
        action: "person.two-factor-reset",
        actorId: null,
        workspaceId: null,
        actorName: "The machine’s administrator",
        detail: { machineAccount: "root" },
      },
    ]);
  });
});
