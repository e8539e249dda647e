/** Whether it is the address of a repository over SSH, as people copy them: ssh://host/path, or user@host:path. */
export const isSshAddress = (text: string): boolean => /^(?:ssh:|git\+ssh:|[^/:@\s]+@[^/:\s]+:)/i.test(text);
