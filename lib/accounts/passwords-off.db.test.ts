import { expect, it } from "vitest";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { setEnvironment } from "@/lib/testing/set-environment";
import { lookAtResetLink } from "./reset-links";

const { db } = testDatabase();
setEnvironment({
  GREENROOM_PASSWORD_SIGN_IN: "off",
  GREENROOM_OIDC_ISSUER: "https://id.example.test",
  GREENROOM_OIDC_CLIENT_ID: "greenroom",
});

it("where nobody signs in with a password nobody is given one, and everybody is told why", async () => {
  const operator = await aContext(db, { isOperator: true });
  const member = await aColleague(operator, "author");
  const cookie = await sessionCookie(operator);
  const { userId } = member.actor;
  const body = { token: "any", password: "a-new-password-of-theirs" };
  const answers = [
    await callApi("post", `/instance/people/${userId}/reset-link`, { cookie }),
    await callApi("post", `/workspaces/${operator.workspace.slug}/members/${userId}/reset-link`, { cookie }),
    await callApi("post", "/reset-links/request", { body: { email: member.actor.email } }),
    await callApi("post", "/reset-links/use", { body }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      detail: expect.stringContaining("GREENROOM_PASSWORD_SIGN_IN is off"),
      details: { reason: "passwords-off" },
    });
  }
  expect(await db.resetLink.count()).toBe(0);
  expect(await lookAtResetLink({ db }, "any", new Date())).toEqual({ state: "unknown", account: null });
});
