/** Whether a file is to be started as a program where it is put: nothing that is stored says so yet. */
export const isExecutable = (_file: { path: string; sha256: string }): boolean => false;
