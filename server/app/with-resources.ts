/**
 * Calls `open` with a stack for the resources it acquires. On failure they are released in reverse order; on success
 * the caller's components release them.
 */
export const withResources = async <T>(open: (resources: AsyncDisposableStack) => Promise<T>): Promise<T> => {
  const resources = new AsyncDisposableStack()
  try {
    return await open(resources)
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}
