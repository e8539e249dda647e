import { onOneLine } from "@/lib/kernel/on-one-line";
import { resetLinkMinutes } from "./reset-link";

type Words = { subject: string; text: string };

/** The letter of a reset link: plain text, in which the link stands on a line of its own. */
export const writeResetLetter = (url: string): Words => ({
  subject: "A new password for Greenroom",
  text: lines([
    "Somebody asked for a new password for the Greenroom account with this e-mail address.",
    "",
    `Open this link to choose one. It works once, for ${resetLinkMinutes} minutes:`,
    "",
    url,
    "",
    "If that was not you, do nothing: your password stays as it is.",
  ]),
});

/** For whoever asked for a password and never had one. */
export const writeProviderLetter = (provider: string | null, url: string): Words => ({
  subject: "How you sign in to Greenroom",
  text: lines([
    "Somebody asked for a new password for the Greenroom account with this e-mail address.",
    "It has none:",
    provider === null
      ? "ask an operator of your installation for a link that sets one."
      : `you sign in with ${onOneLine(provider)}, at`,
    ...(provider === null ? [] : ["", `${url}/sign-in`]),
    "",
    "If that was not you, do nothing.",
  ]),
});

export const writePasswordSetLetter = (): Words => ({
  subject: "Your Greenroom password was changed",
  text: lines([
    "The password of the Greenroom account with this e-mail address was set anew by a reset link,",
    "and every browser was signed out.",
    "",
    "If that was not you, tell an operator of your installation at once.",
  ]),
});

export const writeTwoFactorLetter = (by: string): Words => ({
  subject: "Your second step at Greenroom was switched off",
  text: lines([
    `${onOneLine(by)} has switched off the second step of your Greenroom account,`,
    "and every browser was signed out. Switch it on anew under Settings, Your account.",
    "",
    "If you did not ask for that, tell an operator of your installation at once.",
  ]),
});

const lines = (text: readonly string[]): string => `${text.join("\n")}\n`;
