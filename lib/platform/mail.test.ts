import { afterEach, describe, expect, it } from "vitest";
import { aMailServer, headersOf } from "@/lib/testing/servers/mail-server";
import { MailError, sendMail } from "./mail";

const letter = { to: "ines@example.test", subject: "Welcome", text: "Come in.\n" };
const from = "Greenroom <greenroom@example.test>";
const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function aServer(options?: Parameters<typeof aMailServer>[0]) {
  const server = await aMailServer(options);
  open.push(server);
  return server;
}

describe("sendMail", () => {
  it("hands one letter to one person to the e-mail server", async () => {
    const { url, letters } = await aServer();
    await sendMail({ url, from }, letter);
    expect(letters).toMatchObject([{ from: "greenroom@example.test", to: ["ines@example.test"] }]);
    const [received] = letters;
    if (!received) throw new Error("Nothing came.");
    expect(headersOf(received).get("from")).toEqual([from]);
    expect(headersOf(received).get("subject")).toEqual(["Welcome"]);
    expect(received.source).toContain("\r\n\r\nCome in.\r\n");
  });

  it("signs in with what the address holds", async () => {
    const account = { user: "greenroom", password: "a-password" };
    const { url, letters } = await aServer({ account });
    await sendMail({ url, from }, letter);
    expect(letters).toHaveLength(1);
    await expect(sendMail({ url: url.replace("a-password", "another"), from }, letter)).rejects.toThrow(
      "The e-mail server refused the sign-in that GREENROOM_SMTP_URL holds.",
    );
  });

  it.each(["\r\nBcc: thief@example.test", "\nTo: thief@example.test\n\nOther text", "\u0000\rX-Evil: 1"])(
    "lets no subject become another header: %j",
    async (evil) => {
      const { url, letters } = await aServer();
      await sendMail({ url, from }, { ...letter, subject: `Welcome${evil}` });
      const [received] = letters;
      if (!received) throw new Error("Nothing came.");
      expect(received.to).toEqual(["ines@example.test"]);
      const headers = headersOf(received);
      expect(headers.get("to")).toEqual(["ines@example.test"]);
      expect(headers.get("subject")).toHaveLength(1);
      expect([headers.has("bcc"), headers.has("x-evil")]).toEqual([false, false]);
      expect(received.source).toMatch(/\r\n\r\nCome in\.\r\n$/);
    },
  );

  it("reaches nobody but the one address it was given", async () => {
    const { url, letters } = await aServer();
    for (const to of ["a@example.test, b@example.test", "a@example.test\r\nRCPT TO:<b@example.test>"])
      await sendMail({ url, from }, { ...letter, to }).catch(() => {});
    for (const received of letters) expect(received.to).toHaveLength(1);
  });

  it("says in words why the server did not take it, without its password", async () => {
    const { url, close } = await aMailServer({ refuses: letter.to });
    await expect(sendMail({ url, from }, letter)).rejects.toThrow(
      /^The e-mail server refused the letter\. It said: .*550 No such mailbox here/,
    );
    await close();
    const failure = await sendMail({ url: url.replace("//", "//user:hunter-two@"), from }, letter).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(MailError);
    expect(String(failure)).toBe("MailError: The e-mail server cannot be reached.");
  });
});
