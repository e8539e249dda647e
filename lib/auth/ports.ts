/** Whom a provider says it has before it. */
export type Identity = {
  issuer: string;
  /** Never given to anybody else by that issuer. */
  subject: string;
  /** Lower case. */
  email: string | null;
  /** Whether the provider says that it has checked the address. */
  emailVerified: boolean;
  name: string | null;
};

/** What ties an answer of the provider's to the question that this server asked for one browser. */
export type AuthorizationChecks = { state: string; nonce: string; codeVerifier: string };

/** A provider of identities. Both throw SignInRefusal. */
export type IdentityProvider = {
  /** Where the browser is sent to. */
  authorizationAddress(redirectUri: string, checks: AuthorizationChecks): Promise<URL>;
  /** `answer`: the address that the provider sent the browser back to, with its query. */
  identify(answer: URL, checks: AuthorizationChecks): Promise<Identity>;
};
