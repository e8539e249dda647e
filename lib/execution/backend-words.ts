/** What the simulated shell is, for people: what it has and has not. Apart from it, so that telling loads nothing. */
export const simulatedShellAbout = {
  id: "simulated-shell",
  about:
    "Simulated shell: text tools, Python 3.13 with its standard library and JavaScript, over files of its own. No packages, no programs, no network.",
} as const;
