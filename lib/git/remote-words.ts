type Facts = { host: string };

/** With what somebody is let in. */
export const meansOf = (isSsh: boolean): string => (isSsh ? "key" : "token");

type OtherKey = Facts & { hostKey: string; offeredHostKey: string };

export const sayOtherHostKey = ({ host, hostKey, offeredHostKey }: OtherKey): string =>
  `The host's key changed, or is another one of its own: that of ${host} was ${hostKey}, and is ${offeredHostKey}.`;

/** What a person reads where a remote was not reached or did not answer: the same whether it is read or pushed to. */
export const remoteWords = {
  address: ({ host }: Facts) =>
    `${host} is not reached from here: it is a private or local address, or neither https nor ssh. An operator can list it in GREENROOM_ALLOWED_HOSTS.`,
  unreachable: ({ host }: Facts) =>
    `${host} could not be reached, or broke off. Check the address and the network.`,
  timeout: ({ host }: Facts) => `${host} took too long to answer. It may be busy; try again later.`,
  busy: ({ host }: Facts) => `${host} has had too many requests and asks to wait.`,
  "remote-error": ({ host }: Facts) => `${host} answered with an error of its own. Try again later.`,
  "not-ssh": ({ host }: Facts) =>
    `What answers at ${host} is no ssh server, or has no way of securing a connection that is used here. Check the host and the port.`,
  "host-key": ({ host }: Facts) =>
    `${host} has another key than the one that is kept of it, so nothing was asked of it.`,
  "key-refused": ({ host }: Facts) =>
    `${host} refused the key. Give its public line to the repository as a deploy key, and check the user in the address.`,
  "no-channel": ({ host }: Facts) => `${host} took the key, but lets nobody run git with it.`,
  "old-protocol": ({ host }: Facts) =>
    `${host} speaks only the old protocol of git: its sshd must accept GIT_PROTOCOL (AcceptEnv GIT_PROTOCOL).`,
  internal: () => "Something went wrong here. The server's log has the reason.",
} as const;
