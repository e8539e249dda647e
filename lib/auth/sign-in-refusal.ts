/** Why somebody who came with another provider is not let in: the sign-in page has words for each. */
export const signInRefusals = [
  /** The provider does not answer, or not in time. */
  "provider-down",
  /** Its answer is not what the protocol asks for, or was not made for this installation. */
  "provider-wrong",
  /** The person, or the provider, said no. */
  "denied",
  /** The question was asked too long ago, was answered already, or by another browser. */
  "expired",
  "email-unverified",
  "no-account",
  "deactivated",
  /** The address has an account here that the provider may not open by itself. */
  "not-connected",
  /** The account here is connected to another one at the provider. */
  "connected-elsewhere",
  /** The account at the provider opens somebody else's here. */
  "somebody-else",
  /** The invitation no longer holds. */
  "invitation",
  "invitation-address",
  /** Connecting needs the sign-in that it was begun with. */
  "signed-out",
] as const;
export type SignInRefusalReason = (typeof signInRefusals)[number];

export class SignInRefusal extends Error {
  override readonly name = "SignInRefusal";

  constructor(
    readonly reason: SignInRefusalReason,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}
