/** Where the order of an answer is to be read. */
export const orderLocation = (body: string): { readonly location: string } => ({
  location: `/api/v381/trading/order/${(JSON.parse(body) as { readonly orderId: string }).orderId}`,
})
