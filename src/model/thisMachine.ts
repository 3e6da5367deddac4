const names = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address leads nowhere but here. */
export function isThisMachine({ hostname }: { readonly hostname: string }): boolean {
  return names.test(hostname);
}
