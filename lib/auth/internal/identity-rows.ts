import type { Identity } from "../ports";

export const oidcProviderId = "oidc";

/** A subject is unique at its issuer only: under another issuer the same one is somebody else. */
export const subjectKey = ({ issuer, subject }: Pick<Identity, "issuer" | "subject">): string =>
  `${issuer} ${subject}`;
