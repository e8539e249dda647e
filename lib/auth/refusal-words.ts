import type { SignInRefusalReason } from "./sign-in-refusal";

type Words = { title: string; help: string };

const words = {
  "provider-down": (name) => ({
    title: `${name} does not answer`,
    help: "Try again in a moment. If it goes on, tell the operator of this installation.",
  }),
  "provider-wrong": (name) => ({
    title: `The answer of ${name} cannot be trusted`,
    help: "Nothing was changed. Try again; if it goes on, tell the operator: the server's log has the reason.",
  }),
  denied: (name) => ({
    title: `${name} did not let you in`,
    help: "It was cancelled there, or you may not use Greenroom with that account.",
  }),
  expired: () => ({
    title: "That took too long, or was used already",
    help: "Each sign-in works once, in the browser that began it. Try again.",
  }),
  "email-unverified": (name) => ({
    title: `${name} does not vouch for your e-mail address`,
    help: "So it does not say whose account this is. Sign in with your password and connect it under Your account.",
  }),
  "no-account": () => ({
    title: "Nobody here has your e-mail address",
    help: "Ask somebody in a workspace for an invitation, and come through its link.",
  }),
  deactivated: () => ({
    title: "Your account was deactivated",
    help: "Ask an operator of this installation to let you in again.",
  }),
  "not-connected": (name) => ({
    title: `Your account is not connected to ${name} yet`,
    help: "Sign in with your password once and connect it under Settings, Your account.",
  }),
  "connected-elsewhere": (name) => ({
    title: `Your account is connected to another account at ${name}`,
    help: "Use that one, or disconnect it first under Settings, Your account.",
  }),
  "somebody-else": (name) => ({
    title: `This account at ${name} opens somebody else's account here`,
    help: "Choose another one there, or have it disconnected first.",
  }),
  invitation: () => ({
    title: "The invitation no longer holds",
    help: "It was used, taken back, or has expired. Ask for another.",
  }),
  "invitation-address": () => ({
    title: "The invitation is for another e-mail address",
    help: "Come with the account that has that address, or ask for an invitation for yours.",
  }),
  "signed-out": () => ({
    title: "You were signed out meanwhile",
    help: "Nothing was connected. Sign in and try again.",
  }),
} as const satisfies Record<SignInRefusalReason, (name: string) => Words>;

/** What people are told; `name` is the provider's. Null for a reason that is none: it comes with an address. */
export function refusalWords(reason: string | undefined, name: string): Words | null {
  return isReason(reason) ? words[reason](name) : null;
}

const isReason = (reason: string | undefined): reason is SignInRefusalReason =>
  reason !== undefined && Object.hasOwn(words, reason);
