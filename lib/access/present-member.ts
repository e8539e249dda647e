/** In a `where` over users: people who get in. They can be asked, mentioned and told, and they count as colleagues. */
export const presentUser = { isMachine: false, deactivatedAt: null } as const;

/** The same of a member: neither a machine nor a deactivated account. */
export const isPresent = ({
  isMachine,
  isDeactivated,
}: {
  isMachine: boolean;
  isDeactivated: boolean;
}): boolean => !isMachine && !isDeactivated;
