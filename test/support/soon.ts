/** Tries an assertion until it holds; the last failure is the one that is told. */
export async function assertSoon(assertion: () => Promise<void>): Promise<void> {
  const end = Date.now() + 15_000;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
