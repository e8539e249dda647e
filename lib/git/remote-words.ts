type Facts = { host: string };

/** What a person reads where a remote was not reached or did not answer: the same whether it is read or pushed to. */
export const remoteWords = {
  address: ({ host }: Facts) =>
    `${host} is not reached from here: it is a private or local address, or not https. An operator can list it in GREENROOM_ALLOWED_HOSTS.`,
  unreachable: ({ host }: Facts) =>
    `${host} could not be reached, or broke off. Check the address and the network.`,
  timeout: ({ host }: Facts) => `${host} took too long to answer. It may be busy; try again later.`,
  busy: ({ host }: Facts) => `${host} has had too many requests and asks to wait.`,
  "remote-error": ({ host }: Facts) => `${host} answered with an error of its own. Try again later.`,
  internal: () => "Something went wrong here. The server's log has the reason.",
} as const;
