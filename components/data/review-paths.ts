/** Addresses of reviews. */
export const reviewsPath = (workspace: string) => `/w/${workspace}/reviews`;
export const reviewPath = (workspace: string, number: number) => `${reviewsPath(workspace)}/${number}`;

export const policyPath = (workspace: string) => `/w/${workspace}/settings/reviews`;

/** An event of a conversation, selected. */
export const eventPath = (workspace: string, { id, seq }: { id: string; seq: number }) =>
  `/w/${workspace}/playground/${id}?event=${seq}`;
