/** How the fingerprints of a host are kept: that of its key, and of another one that it was met with since. */
export type HostKeys = { hostKey: string | null; offeredHostKey: string | null };

/** Where they are kept, and told in the trail. */
export type HostKeeper = {
  /** Null for what is gone, or elsewhere by now. */
  read: () => Promise<HostKeys | null>;
  /** Keeps the first one where none is kept by then; whether it did. Null where a person accepts the first one too. */
  keepFirst: ((hostKey: string) => Promise<boolean>) | null;
  /** Keeps what the host offered last, or with null that it is itself again, where `hostKey` is still the one that is kept. */
  offer: (offered: string | null, hostKey: string | null) => Promise<void>;
  tell: (
    event: "host-kept" | "host-refused",
    detail: { hostKey: string } | { was: string | null; is: string },
  ) => Promise<void>;
};

/**
 * Whether a host that was met over ssh is the right one. Of one that is not, only its fingerprint is kept, for who decides
 * about it, and nothing is asked of it.
 */
export async function meetHost(
  { read, keepFirst, offer, tell }: HostKeeper,
  hostKey: string,
): Promise<boolean> {
  if (keepFirst && (await keepFirst(hostKey))) {
    await tell("host-kept", { hostKey });
    return true;
  }
  const kept = await read();
  if (!kept) return false;
  const isKept = kept.hostKey === hostKey;
  const offered = isKept ? null : hostKey;
  if (kept.offeredHostKey === offered) return isKept;
  await offer(offered, kept.hostKey);
  if (!isKept) await tell("host-refused", { was: kept.hostKey, is: hostKey });
  return isKept;
}
