/// Tries an assertion again until it holds; its last failure is the test's.
export async function eventually(check, timeout = 15_000) {
  const end = performance.now() + timeout;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
