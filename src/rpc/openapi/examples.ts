// Written by scripts/writeExamples.ts; a test compares it with a served chain.
export const EXAMPLES: Readonly<
  Record<
    string,
    { readonly request: string; readonly response: string } | undefined
  >
> = {
  getAccountInterface: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getAccountInterface","params":{"address":"5Jfbx8mztsoHdGQUab448q6AqiXmxvxr67DQBiZDQFzG"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"key":"5Jfbx8mztsoHdGQUab448q6AqiXmxvxr67DQBiZDQFzG","account":{"lamports":0,"data":"xKY+6bSPg27slwbcYV+4VB0xtBT3w7+2yw2F/eeKVjw/9UUBhkVJOPE83bI5voEyrElPms8y9J4wCFAdJYLXiYMaAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","executable":false,"rentEpoch":0,"space":165},"cold":[{"hash":"62eHWHh9JpTqm8Skegvb2L4bHZtcLe5Xi8Ty6tSsx7F","address":null,"data":{"discriminator":2,"data":"Lokdz/2D4pl8d1feSKjtb4P763SaG5ZaTZGiivonc9w/9UUBhkVJOPE83bI5voEyrElPms8y9J4wCFAdJYLXicMlAAAAAAAAAAAA","dataHash":"mCkBZEzqENqt5YeBXATo7i2VdZ3RrAgY1WkA9uQxTB2"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"leafIndex":59,"seq":null,"slotCreated":1007,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU","queue":"oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto","cpiContext":null,"nextTreeContext":null}},{"hash":"2dY9KXsr26dZTKKxNDqrRZUJqr5bb1zPHXeSnSitWtXt","address":null,"data":{"discriminator":2,"data":"xKY+6bSPg27slwbcYV+4VB0xtBT3w7+2yw2F/eeKVjw/9UUBhkVJOPE83bI5voEyrElPms8y9J4wCFAdJYLXiYMaAgAAAAAAAAAA","dataHash":"4Axpkd6gqDQxjSM3cPBcLwbAXjuGvADc6VSuSYNbDHjx"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"leafIndex":160,"seq":null,"slotCreated":1016,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU","queue":"oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto","cpiContext":null,"nextTreeContext":null}},{"hash":"2f4PmiEzCkKGKACFtCWWFgNwiioUvWoazh5EgaXTzp9E","address":null,"data":{"discriminator":2,"data":"dVn94eLiorZL9HOdLgJx694pPCTO1hFAGgtogOqaGDk/9UUBhkVJOPE83bI5voEyrElPms8y9J4wCFAdJYLXiX/GAAAAAAAAAAAA","dataHash":"GcymphAejJQfaarTY5ASxtjVZz9L7eMSJDLWLnFyFce"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"leafIndex":103,"seq":null,"slotCreated":1016,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt2UxoBxB9xWev4BkLvkGdapsz6sZGkzViPNph7VFi","queue":"oq2UkeMsJLfXt2QHzim242SUi3nvjJs8Pn7Eac9H9vg","cpiContext":null,"nextTreeContext":null}},{"hash":"2osXG1xEW6JyNxtRf1DV79VgSphqHCfAeUgjBQ7Rg9E5","address":null,"data":{"discriminator":2,"data":"mb7rwMWqLQ3J9nWjT66etpLE9qmpGtd2NBPksAGt89E/9UUBhkVJOPE83bI5voEyrElPms8y9J4wCFAdJYLXiXoAAAAAAAAAAAAA","dataHash":"3tRokSqPn1E5UazjnqJ1QPCMXThNkW19wLqpoX1LrwPX"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"leafIndex":89,"seq":null,"slotCreated":1015,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt4d3p1a4YQgk9PeZv5s4DBUmbF5NxqYpk9HGjQsd8","queue":"oq4ypwvVGzCUMoiKKHWh4S1SgZJ9vCvKpcz6RT6A8dq","cpiContext":null,"nextTreeContext":null}}]}}}',
  },
  getAtaInterface: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getAtaInterface","params":{"owner":"5LbAmtoo1GVMMNx4YAy3vw3aABtiHH7P1jCr5uTdxkQd","mint":"BMAEHxSY5YLSQ3NsqiUSvxMqDjqcPSSVqu9aZXncKqGC"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"key":"5aWeyeVa2EAML79UMJUkd7KG9bwJB1VoTFYrqFS3qEkR","owner":"5LbAmtoo1GVMMNx4YAy3vw3aABtiHH7P1jCr5uTdxkQd","mint":"BMAEHxSY5YLSQ3NsqiUSvxMqDjqcPSSVqu9aZXncKqGC","mode":"auto","wrap":false,"addresses":{"light":"5aWeyeVa2EAML79UMJUkd7KG9bwJB1VoTFYrqFS3qEkR","spl":"DeU2jmXkt4KTmMZXAds6jHSEmW2URxiRZB7jUD5ZwTy3","token2022":"CxPNm5TPm1hegUCAm6kqcaCJpqt15DCpmJG7NXDwk9zx","canonical":"5aWeyeVa2EAML79UMJUkd7KG9bwJB1VoTFYrqFS3qEkR"},"account":{"lamports":0,"data":"mb7rwMWqLQ3J9nWjT66etpLE9qmpGtd2NBPksAGt89FAc2rkJ4LziChoQB3jfXdveT4EDIae+9MUKRM3Qg9HflI4BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","executable":false,"rentEpoch":0,"space":165},"cold":[{"hash":"K26cJAEzDHLV26vwkNtoi2ZFRi57jb2uJE8QZwLRJMt","address":null,"data":{"discriminator":2,"data":"mb7rwMWqLQ3J9nWjT66etpLE9qmpGtd2NBPksAGt89FAc2rkJ4LziChoQB3jfXdveT4EDIae+9MUKRM3Qg9HflI4BAAAAAAAAAAA","dataHash":"3zh1QPWNqdij5hH28J7JYdXsqsFwYy4Edu24W977kSm8"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"leafIndex":60,"seq":null,"slotCreated":1009,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt2UxoBxB9xWev4BkLvkGdapsz6sZGkzViPNph7VFi","queue":"oq2UkeMsJLfXt2QHzim242SUi3nvjJs8Pn7Eac9H9vg","cpiContext":null,"nextTreeContext":null}}],"hot":{"light":null,"spl":null,"token2022":null}}}}',
  },
  getCompressedAccount: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedAccount","params":{"hash":"5K7VKNgKDcYwixejf1aDN9QyehuQqsP3fgopttLg1Ho"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"hash":"5K7VKNgKDcYwixejf1aDN9QyehuQqsP3fgopttLg1Ho","address":null,"data":null,"owner":"AyiJg6SZjhpg6JjWU4EJfxwB4B1M4BiwzLt3ys3e2z1o","lamports":1141343,"tree":"smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT","leafIndex":0,"seq":1,"slotCreated":1000}}}',
  },
  getCompressedAccountBalance: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedAccountBalance","params":{"hash":"14pfZ4QwF56jnjpzNuGzwxG7YJB6t29EUTzPnQgcaJRu"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":1549450}}',
  },
  getCompressedAccountProof: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedAccountProof","params":{"hash":"5K7VKNgKDcYwixejf1aDN9QyehuQqsP3fgopttLg1Ho"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"proof":["2B9ES2TaqWdVZb1qxEySbVvDyuspz6crQfy4K2UP4m9A","mTPfq3pvng1FycdjdXivEsmuMjycfneyVN5cvmKJp7w","KNuWuBrEu1EgpK9D3KnpZdnh5SZJQFqgTo6dZ7qYGmm","SMJDRjwiTtme9yaR8gxokgejeVzNomm4g9sKxW8FfxL","24PJrZWkQiALqKW4Fhvm4d38gyLYQkJXEvrkUb7EQx4g","3w895nemtSxb1fEjFT3cXkVpW3y6f9uHQn43jEwu1RWc","46JM2e72mdEAxkSeXc65b3aLWkAQpX6NF7mdyuXQKguu","WKLyYL7wpK5zVsWoMU2rcUiMwRWp9PowG83GHHH1dqn","4CztDUcRvGkTyFoVEXXcBwd5UwqJcJJWpdL8FFERrqkU","yjDkqNqZtBwpG7iUwT3hqKNKZAP9CcBDyBBuGPNk2jQ","2r8qWibedWpM7QkW6QvDDUEQAHT9isX629UKcUxbY8BT","38Aoz1ZUAnRqSCxdQuEkLhzYMRi1Tu1rSBy1UymA8yfK","3zBeAgo5EwPrgsXRLUV6DhQrsUUhwbmQXPnZkudhsnSD","2Q5cDvZW6hTxFFDTHhAf129PH4z8EZLYA1meeZpPW76F","2gnsMw1zhpqGeAakoQLarCXVUaeEGDHm5uma1Jznx7qD","3MXZLrn3tnLMWJznkMombRHkgkfsiBTPru2wjHDd3kLh","3rrDm8iED4sDyonpLs9J3TDoTP8U4jsvXCmoupoCvvKc","48YJtP1G5pKWu7Jy1NRagdj29dwxVXFsySrBVw1nALhX","22tjwuiv6VgeMDs8qXpkZ7cY5rcgrFrG5knp7swZ1wQ2","2dS4UCZ6RJvwPBaWmcz1L7ips34xnbNMfK9D8UHdFJfT","3EdF4zvu7uwW7xYdnaKUPzqDY5Msq9FfWn6HgEnRTkDB","2jzv6Z8vEXSYRXQCFnVYvzgJ2RfyDN1QEjdHm6CBvJUg","2fomPS2xUPwXxVF8hx5YtMpBHmQKSZKushUiWYsy9Eqx","3Pi3nRu4fWpnW5rYDAoraX1Q2xDCRQ24Dq8TEY7gaSBn","3dbMMyehykAriNZ8FMJgPc1N6YSzm9ZfV2HcW9sbaXzP","4EE5KQnQ6Tvo78gGhTu8serpJV4srbRhYZ3rdvCiRa5e"],"root":"449r94QSzn3BK8XDscRvkskqrsYDcP81E32iS91zqmh9","leafIndex":0,"hash":"5K7VKNgKDcYwixejf1aDN9QyehuQqsP3fgopttLg1Ho","merkleTree":"smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT","rootSeq":22}}}',
  },
  getCompressedAccountProofV2: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedAccountProofV2","params":{"hash":"5K7VKNgKDcYwixejf1aDN9QyehuQqsP3fgopttLg1Ho"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"proof":["2B9ES2TaqWdVZb1qxEySbVvDyuspz6crQfy4K2UP4m9A","mTPfq3pvng1FycdjdXivEsmuMjycfneyVN5cvmKJp7w","KNuWuBrEu1EgpK9D3KnpZdnh5SZJQFqgTo6dZ7qYGmm","SMJDRjwiTtme9yaR8gxokgejeVzNomm4g9sKxW8FfxL","24PJrZWkQiALqKW4Fhvm4d38gyLYQkJXEvrkUb7EQx4g","3w895nemtSxb1fEjFT3cXkVpW3y6f9uHQn43jEwu1RWc","46JM2e72mdEAxkSeXc65b3aLWkAQpX6NF7mdyuXQKguu","WKLyYL7wpK5zVsWoMU2rcUiMwRWp9PowG83GHHH1dqn","4CztDUcRvGkTyFoVEXXcBwd5UwqJcJJWpdL8FFERrqkU","yjDkqNqZtBwpG7iUwT3hqKNKZAP9CcBDyBBuGPNk2jQ","2r8qWibedWpM7QkW6QvDDUEQAHT9isX629UKcUxbY8BT","38Aoz1ZUAnRqSCxdQuEkLhzYMRi1Tu1rSBy1UymA8yfK","3zBeAgo5EwPrgsXRLUV6DhQrsUUhwbmQXPnZkudhsnSD","2Q5cDvZW6hTxFFDTHhAf129PH4z8EZLYA1meeZpPW76F","2gnsMw1zhpqGeAakoQLarCXVUaeEGDHm5uma1Jznx7qD","3MXZLrn3tnLMWJznkMombRHkgkfsiBTPru2wjHDd3kLh","3rrDm8iED4sDyonpLs9J3TDoTP8U4jsvXCmoupoCvvKc","48YJtP1G5pKWu7Jy1NRagdj29dwxVXFsySrBVw1nALhX","22tjwuiv6VgeMDs8qXpkZ7cY5rcgrFrG5knp7swZ1wQ2","2dS4UCZ6RJvwPBaWmcz1L7ips34xnbNMfK9D8UHdFJfT","3EdF4zvu7uwW7xYdnaKUPzqDY5Msq9FfWn6HgEnRTkDB","2jzv6Z8vEXSYRXQCFnVYvzgJ2RfyDN1QEjdHm6CBvJUg","2fomPS2xUPwXxVF8hx5YtMpBHmQKSZKushUiWYsy9Eqx","3Pi3nRu4fWpnW5rYDAoraX1Q2xDCRQ24Dq8TEY7gaSBn","3dbMMyehykAriNZ8FMJgPc1N6YSzm9ZfV2HcW9sbaXzP","4EE5KQnQ6Tvo78gGhTu8serpJV4srbRhYZ3rdvCiRa5e"],"root":"449r94QSzn3BK8XDscRvkskqrsYDcP81E32iS91zqmh9","leafIndex":0,"hash":"5K7VKNgKDcYwixejf1aDN9QyehuQqsP3fgopttLg1Ho","rootSeq":22,"proveByIndex":false,"treeContext":{"treeType":1,"tree":"smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT","queue":"nfq1NvQDJ2GEgnS8zt9prAe8rjjpAW1zFkrvZoBR148","cpiContext":null}}}}',
  },
  getCompressedAccountV2: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedAccountV2","params":{"hash":"5K7VKNgKDcYwixejf1aDN9QyehuQqsP3fgopttLg1Ho"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"hash":"5K7VKNgKDcYwixejf1aDN9QyehuQqsP3fgopttLg1Ho","address":null,"data":null,"owner":"AyiJg6SZjhpg6JjWU4EJfxwB4B1M4BiwzLt3ys3e2z1o","lamports":1141343,"leafIndex":0,"seq":1,"slotCreated":1000,"proveByIndex":false,"merkleContext":{"treeType":1,"tree":"smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT","queue":"nfq1NvQDJ2GEgnS8zt9prAe8rjjpAW1zFkrvZoBR148","cpiContext":null,"nextTreeContext":null}}}}',
  },
  getCompressedAccountsByOwner: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedAccountsByOwner","params":{"owner":"j3FmU8JURhj26iNtLF6wxgpZwL3TAfDkskh4Tg9965f","limit":1}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"hash":"7NvkYJUqAPsdGcqEfdEY9iN2WFruMeQ6hd1dkvgjHDU","address":null,"data":null,"owner":"j3FmU8JURhj26iNtLF6wxgpZwL3TAfDkskh4Tg9965f","lamports":20813,"tree":"bmt5yU97jC88YXTuSukYHa8Z5Bi2ZDUtmzfkDTA2mG2","leafIndex":54,"seq":null,"slotCreated":1011}],"cursor":"7NvkYJUqAPsdGcqEfdEY9iN2WFruMeQ6hd1dkvgjHDU"}}}',
  },
  getCompressedAccountsByOwnerV2: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedAccountsByOwnerV2","params":{"owner":"j3FmU8JURhj26iNtLF6wxgpZwL3TAfDkskh4Tg9965f","limit":1}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"hash":"7NvkYJUqAPsdGcqEfdEY9iN2WFruMeQ6hd1dkvgjHDU","address":null,"data":null,"owner":"j3FmU8JURhj26iNtLF6wxgpZwL3TAfDkskh4Tg9965f","lamports":20813,"leafIndex":54,"seq":null,"slotCreated":1011,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt5yU97jC88YXTuSukYHa8Z5Bi2ZDUtmzfkDTA2mG2","queue":"oq5oh5ZR3yGomuQgFduNDzjtGvVWfDRGLuDVjv9a96P","cpiContext":null,"nextTreeContext":null}}],"cursor":"7NvkYJUqAPsdGcqEfdEY9iN2WFruMeQ6hd1dkvgjHDU"}}}',
  },
  getCompressedBalance: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedBalance","params":{"hash":"14pfZ4QwF56jnjpzNuGzwxG7YJB6t29EUTzPnQgcaJRu"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":1549450}}',
  },
  getCompressedBalanceByOwner: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedBalanceByOwner","params":{"owner":"EtkpQu4tDyfgL6Qk6rwVc1bnBudQ2tXCjpejSKS6veWq"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":709741}}',
  },
  getCompressedMintInfo: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedMintInfo","params":{"mint":"48f2CFMQY2Pvte9aKMWTxC82tFquptog2VP3r5ZxFTvK"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"mint":"48f2CFMQY2Pvte9aKMWTxC82tFquptog2VP3r5ZxFTvK","decimals":null,"name":null,"symbol":null,"uri":null,"supply":15967588,"holders":40,"transactions":52,"decimalsSource":null,"nameSource":null}}}',
  },
  getCompressedMintTokenHolders: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedMintTokenHolders","params":{"mint":"BMAEHxSY5YLSQ3NsqiUSvxMqDjqcPSSVqu9aZXncKqGC","limit":1,"cursor":"97LBxFzrggeNTNxNtxVUfzj8uPYKHB1su7j3HLu4t5gjh8Gdt6sviCd"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"owner":"j3FmU8JURhj26iNtLF6wxgpZwL3TAfDkskh4Tg9965f","balance":6909}],"cursor":"DaQbWnrLiqJ5NyevQufu1aFvqEvEZ68S5HWLjH8vN24aqueMYR3whJR"}}}',
  },
  getCompressedTokenAccountBalance: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedTokenAccountBalance","params":{"hash":"12HFQ2ENNpngvWX6fNBbkAjrqDtwwfQ88kBBZHZA5SaM"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"amount":266}}}',
  },
  getCompressedTokenAccountsByDelegate: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedTokenAccountsByDelegate","params":{"delegate":"7Bcj7GnMdGeByNmG9NuG5HajPNJDUFSxcM5vueSMNuvt","limit":1}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"account":{"hash":"v7VDfmJ221c3jV2KyiRWLcJjkRvoUPTWmj173q6pNbb","address":null,"data":{"discriminator":2,"data":"ZeCSi00JiaC2P6qxspSRPBkD9QsyFpqFruh7kX86FUs+dj3E6kWz0BsjnuyIhku1SF/CEiAnDueRxzrArEDildwJAAAAAAAAAVveUz4/W7EjxSR6FbV9A/9ZJm05FjG5V56eLspEf7ztAAA=","dataHash":"BySg7s85uoJPxNvWHJcdbBBddDwS2mggom6akpQRK4j"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"tree":"bmt2UxoBxB9xWev4BkLvkGdapsz6sZGkzViPNph7VFi","leafIndex":71,"seq":null,"slotCreated":1012},"tokenData":{"mint":"7rgnrATk7FhkLzzerkKgYyziZf9mGgBxSSygzHH86Zqt","owner":"5CprKvm3FjMxqzHSktLSn4VTFuvqKyBji2YqpXKw625a","amount":2524,"delegate":"7Bcj7GnMdGeByNmG9NuG5HajPNJDUFSxcM5vueSMNuvt","state":"initialized","tlv":null}}],"cursor":"338yKRpjKbXh3Nh8sBY8vjgV8NviJSb4MrdWNzWcZrCJ25Fwiu3bo63sB7cUyGuFU3qTPasiCM51eh1BEgsg8bPf"}}}',
  },
  getCompressedTokenAccountsByDelegateV2: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedTokenAccountsByDelegateV2","params":{"delegate":"7Bcj7GnMdGeByNmG9NuG5HajPNJDUFSxcM5vueSMNuvt","limit":1}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"account":{"hash":"v7VDfmJ221c3jV2KyiRWLcJjkRvoUPTWmj173q6pNbb","address":null,"data":{"discriminator":2,"data":"ZeCSi00JiaC2P6qxspSRPBkD9QsyFpqFruh7kX86FUs+dj3E6kWz0BsjnuyIhku1SF/CEiAnDueRxzrArEDildwJAAAAAAAAAVveUz4/W7EjxSR6FbV9A/9ZJm05FjG5V56eLspEf7ztAAA=","dataHash":"BySg7s85uoJPxNvWHJcdbBBddDwS2mggom6akpQRK4j"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"leafIndex":71,"seq":null,"slotCreated":1012,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt2UxoBxB9xWev4BkLvkGdapsz6sZGkzViPNph7VFi","queue":"oq2UkeMsJLfXt2QHzim242SUi3nvjJs8Pn7Eac9H9vg","cpiContext":null,"nextTreeContext":null}},"tokenData":{"mint":"7rgnrATk7FhkLzzerkKgYyziZf9mGgBxSSygzHH86Zqt","owner":"5CprKvm3FjMxqzHSktLSn4VTFuvqKyBji2YqpXKw625a","amount":2524,"delegate":"7Bcj7GnMdGeByNmG9NuG5HajPNJDUFSxcM5vueSMNuvt","state":"initialized","tlv":null}}],"cursor":"338yKRpjKbXh3Nh8sBY8vjgV8NviJSb4MrdWNzWcZrCJ25Fwiu3bo63sB7cUyGuFU3qTPasiCM51eh1BEgsg8bPf"}}}',
  },
  getCompressedTokenAccountsByOwner: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedTokenAccountsByOwner","params":{"owner":"J51LJBA8XQUqS5kxKdrXF2S5rwVUN6bkLDw9oBYp27FA","limit":1}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"account":{"hash":"3pCBnjtt9R3chdmoaTDnCGVor4rrQgQJNxqzruyQsecW","address":null,"data":{"discriminator":2,"data":"Lokdz/2D4pl8d1feSKjtb4P763SaG5ZaTZGiivonc9z9nWCNkBtRSUYQ/NMQOAKsYrzAkF6JFgJgISTpQ57OBauSCwAAAAAAAAAA","dataHash":"2RRwiLBtDZitoSput4S4LLm37DgrUH4BjyuaSbjcWYvG"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"tree":"smt2rJAFdyJJupwMKAqTNAJwvjhmiZ4JYGZmbVRw1Ho","leafIndex":2,"seq":3,"slotCreated":1000},"tokenData":{"mint":"48f2CFMQY2Pvte9aKMWTxC82tFquptog2VP3r5ZxFTvK","owner":"J51LJBA8XQUqS5kxKdrXF2S5rwVUN6bkLDw9oBYp27FA","amount":758443,"delegate":null,"state":"initialized","tlv":null}}],"cursor":"vxrQh2mdR6wEhjfnTXboHUfiehLGaKvi8LJb6U3HJ3KYiPWnmsYNSeWdPctGVPHvZ6bKvPAAyrvRgsZQgTyv1fU"}}}',
  },
  getCompressedTokenAccountsByOwnerV2: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedTokenAccountsByOwnerV2","params":{"owner":"D7roAMDwAy47oJgt3LjZaLJJZsBDxXGvS8i8rzdjmpac","limit":1}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"account":{"hash":"3mKNKbYUkUHdc6kqiX15QWo799WJVyWmMyFvDibdbCYU","address":null,"data":{"discriminator":2,"data":"Lokdz/2D4pl8d1feSKjtb4P763SaG5ZaTZGiivonc9y0DghIYn5B4g40u4kj4BUZSp1TrIc5WZ+SKXRr1zqK+aFNAwAAAAAAAAAA","dataHash":"omdeUD8s9FUZ8gFT25L6c3vcB3rBwHxwqEX4uKhsVPV"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"leafIndex":2,"seq":null,"slotCreated":1006,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt3ccLd4bqSVZVeCJnH1F6C8jNygAhaDfxDwePyyGb","queue":"oq3AxjekBWgo64gpauB6QtuZNesuv19xrhaC1ZM1THQ","cpiContext":null,"nextTreeContext":null}},"tokenData":{"mint":"48f2CFMQY2Pvte9aKMWTxC82tFquptog2VP3r5ZxFTvK","owner":"D7roAMDwAy47oJgt3LjZaLJJZsBDxXGvS8i8rzdjmpac","amount":216481,"delegate":null,"state":"initialized","tlv":null}}],"cursor":"vxrQh2mdR6wEhjfnTXboHUfiehLGaKvi8LJb6U3HJ3KYfWhKdX8yVtXXrbvQZAb8oPtd12cGGyPQhHUmV6CdZbS"}}}',
  },
  getCompressedTokenBalancesByOwner: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedTokenBalancesByOwner","params":{"owner":"5MS2Hyzp7kxe3BHCGHr12UTWzWfyTrzyArneXbEsZB93","limit":1}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"token_balances":[{"mint":"48f2CFMQY2Pvte9aKMWTxC82tFquptog2VP3r5ZxFTvK","balance":7780}],"cursor":"48f2CFMQY2Pvte9aKMWTxC82tFquptog2VP3r5ZxFTvK"}}}',
  },
  getCompressedTokenBalancesByOwnerV2: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedTokenBalancesByOwnerV2","params":{"owner":"5MS2Hyzp7kxe3BHCGHr12UTWzWfyTrzyArneXbEsZB93","limit":1}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"mint":"48f2CFMQY2Pvte9aKMWTxC82tFquptog2VP3r5ZxFTvK","balance":7780}],"cursor":"48f2CFMQY2Pvte9aKMWTxC82tFquptog2VP3r5ZxFTvK"}}}',
  },
  getCompressedTokenHistory: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressedTokenHistory","params":{"owner":"5LbAmtoo1GVMMNx4YAy3vw3aABtiHH7P1jCr5uTdxkQd","mint":"B5huVGoVCt3LeJpcA47N8GdB1ZLncpbnjKSZ6yuu65FC","limit":1}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"signature":"rXw1f6unfiweyDbmYFBjBYp5Wwzdah4tqRSNaDdTTzkRSxCA4bGK3iPUK5tiBmujboWrzwZmxk9JcquaLZpNmFw","slot":1018,"blockTime":1750000007,"owner":"5LbAmtoo1GVMMNx4YAy3vw3aABtiHH7P1jCr5uTdxkQd","mint":"B5huVGoVCt3LeJpcA47N8GdB1ZLncpbnjKSZ6yuu65FC","change":-61989,"balance":714557}],"cursor":"R9ZcTRMDE8erjjpzNd8myHWAwynBo8um7NyUtqSyt7QSz4k13AhDCWKwYwLXNdWZ5ftP11AzZgQptJP71TS5hY8Hy8qKzp9P8WSd97ty"}}}',
  },
  getCompressionSignaturesForAccount: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressionSignaturesForAccount","params":{"hash":"14Kbb4TgK4Kd8Yb9KdrVSA9go69RLKXnrKC4LEXgkKCT"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"signature":"fvJRbgVtTLTwrsQe3h7v5QzUgyK4Vd5Xi9te2s8DinHjf43UhoGVrKEyFsUZxmCHCiLGT3n5rhkB2ninG3uFUQP","slot":1012,"blockTime":1750000005}]}}}',
  },
  getCompressionSignaturesForAddress: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressionSignaturesForAddress","params":{"address":"1Q7YsGTHBWgfLWNgkskEvPd1mvNhHTv7mBUuY23LNqj","limit":1}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"signature":"CfPFqB4KXpnaqhUiPPyx9Fo4gCpaKANLQ9L2tWcuQffdE53pUp3DBH8EhPfJs1wJxgD4qNrasV6tMFpAq5k9B45","slot":1007,"blockTime":1750000003}],"cursor":"4Xcn2LPgs711WQwaFxcTT4vV3b7G7gwGEEUyb4Cq1R5vMsfr4gStcPShDnn3Y62ibxGFdEb1Vuabxb7NRmQvNy3rrB5EjtZDgyX"}}}',
  },
  getCompressionSignaturesForOwner: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressionSignaturesForOwner","params":{"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","limit":1,"cursor":"4fKfAhXWtoyq68Fp89SnH1s4cgPvGkrj2EHHXrg7jc3ZhvzuVziJJQdoRbUkhjgb2ni1azniUFQzWsHeb1ZKG2ZaSzqFYNjMAmq"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"signature":"FGWtPF2PAVwLgrBRm8cNSesL5ogeJyu6VvPpRVYhKwerzUTe7iKH4G8L6rMqQ3kuRwj5s7rJXmLndsZD536QTPy","slot":1016,"blockTime":1750000006}],"cursor":"4fKfAhXWtoyptu6nzxQeLurKjqQnhBUE2VpLEQctiBAKKu42uhu4HfhQp2kUR2wN9QA977CxfMtAcFmwr5Tm7cCcK7xqR5YLBF9"}}}',
  },
  getCompressionSignaturesForTokenOwner: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getCompressionSignaturesForTokenOwner","params":{"owner":"5LbAmtoo1GVMMNx4YAy3vw3aABtiHH7P1jCr5uTdxkQd","limit":1,"cursor":"4fKfAhXWtoyrfEorusJ8RdS67wMiUdYV4FvgHrjJojyxsAv8SMFeaex5GhqZbudrCsFdpDBXuTAWSvs6nKeKZACnWrHMiQbmPUt"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"signature":"fvJRbgVtTLTwrsQe3h7v5QzUgyK4Vd5Xi9te2s8DinHjf43UhoGVrKEyFsUZxmCHCiLGT3n5rhkB2ninG3uFUQP","slot":1012,"blockTime":1750000005}],"cursor":"4bu3Ym2FzVmUHACxaKHsX1NE6FvkSjoJmmA7BEteMjS2NgrTGcaR1cfBZ8Ji1KcKyh6efwh4W7Kzy4yzUs9GQcCWQZHVXKd2DPu"}}}',
  },
  getIndexStatistics: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getIndexStatistics","params":{"topMints":1,"points":2}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"firstSlot":1000,"transactions":377,"accounts":688,"unspentAccounts":469,"owners":51,"tokenOwners":59,"mints":6,"trees":11,"topMints":[{"mint":"EEdwNEvbsZiLY9JZUWYjGHm2nZ64tc2ioCC85VrnhUHZ","decimals":null,"name":null,"symbol":null,"uri":null,"supply":22933123,"holders":46,"transactions":52,"decimalsSource":null,"nameSource":null}],"slotsPerPoint":21,"transactionsOverTime":[{"slot":987,"blockTime":1750000000,"transactions":129},{"slot":1008,"blockTime":1750000003,"transactions":248}]}}}',
  },
  getIndexerHealth: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getIndexerHealth","params":{}}',
    response: '{"jsonrpc":"2.0","id":"test-account","result":"ok"}',
  },
  getIndexerSlot: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getIndexerSlot","params":{}}',
    response: '{"jsonrpc":"2.0","id":"test-account","result":1020}',
  },
  getLatestCompressionSignatures: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getLatestCompressionSignatures","params":{"limit":1,"cursor":"4gBK5Beq7tXvtro5WrdxfEJthCzeB37e1XC3YBNgFCxtTnZYrpGsWYzwGRMMPXWhs6d7evGUxbMK7vFdJqyc6WF7qJ3J6LVLoUN"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"signature":"TyE45NeRjX82CmMowUCUTuKfdY9ChunhLUFEDTsYiunhoRnjJrJGashJDxLArswv4kYCVxg6qEFXgDExLgcveyA","slot":1017,"blockTime":1750000007}],"cursor":"4gBK5Beq7tXvNhUobrgFwcngTemV1Gbwmcy1hDv7jsn6hoq3Wnwx6rkXbraxrczRQxGe8FqTJga4bYwLyCr8RZDDvq7JxRFPd2k"}}}',
  },
  getLatestNonVotingSignatures: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getLatestNonVotingSignatures","params":{"limit":1}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"signature":"64e9xKiZAbUAfN6yTdMMYk72n3Z4cmRnQ2sT7eQ7L65NBXr6DXvgcNJSSHy7USTkfQgFuRAxKkv2kerPH91byRNB","slot":1020,"blockTime":1750000008,"error":null}]}}}',
  },
  getMultipleAccountInterfaces: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getMultipleAccountInterfaces","params":{"addresses":["5Jfbx8mztsoHdGQUab448q6AqiXmxvxr67DQBiZDQFzG"]}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":[{"key":"5Jfbx8mztsoHdGQUab448q6AqiXmxvxr67DQBiZDQFzG","account":{"lamports":0,"data":"xKY+6bSPg27slwbcYV+4VB0xtBT3w7+2yw2F/eeKVjw/9UUBhkVJOPE83bI5voEyrElPms8y9J4wCFAdJYLXiYMaAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","executable":false,"rentEpoch":0,"space":165},"cold":[{"hash":"62eHWHh9JpTqm8Skegvb2L4bHZtcLe5Xi8Ty6tSsx7F","address":null,"data":{"discriminator":2,"data":"Lokdz/2D4pl8d1feSKjtb4P763SaG5ZaTZGiivonc9w/9UUBhkVJOPE83bI5voEyrElPms8y9J4wCFAdJYLXicMlAAAAAAAAAAAA","dataHash":"mCkBZEzqENqt5YeBXATo7i2VdZ3RrAgY1WkA9uQxTB2"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"leafIndex":59,"seq":null,"slotCreated":1007,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU","queue":"oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto","cpiContext":null,"nextTreeContext":null}},{"hash":"2dY9KXsr26dZTKKxNDqrRZUJqr5bb1zPHXeSnSitWtXt","address":null,"data":{"discriminator":2,"data":"xKY+6bSPg27slwbcYV+4VB0xtBT3w7+2yw2F/eeKVjw/9UUBhkVJOPE83bI5voEyrElPms8y9J4wCFAdJYLXiYMaAgAAAAAAAAAA","dataHash":"4Axpkd6gqDQxjSM3cPBcLwbAXjuGvADc6VSuSYNbDHjx"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"leafIndex":160,"seq":null,"slotCreated":1016,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU","queue":"oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto","cpiContext":null,"nextTreeContext":null}},{"hash":"2f4PmiEzCkKGKACFtCWWFgNwiioUvWoazh5EgaXTzp9E","address":null,"data":{"discriminator":2,"data":"dVn94eLiorZL9HOdLgJx694pPCTO1hFAGgtogOqaGDk/9UUBhkVJOPE83bI5voEyrElPms8y9J4wCFAdJYLXiX/GAAAAAAAAAAAA","dataHash":"GcymphAejJQfaarTY5ASxtjVZz9L7eMSJDLWLnFyFce"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"leafIndex":103,"seq":null,"slotCreated":1016,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt2UxoBxB9xWev4BkLvkGdapsz6sZGkzViPNph7VFi","queue":"oq2UkeMsJLfXt2QHzim242SUi3nvjJs8Pn7Eac9H9vg","cpiContext":null,"nextTreeContext":null}},{"hash":"2osXG1xEW6JyNxtRf1DV79VgSphqHCfAeUgjBQ7Rg9E5","address":null,"data":{"discriminator":2,"data":"mb7rwMWqLQ3J9nWjT66etpLE9qmpGtd2NBPksAGt89E/9UUBhkVJOPE83bI5voEyrElPms8y9J4wCFAdJYLXiXoAAAAAAAAAAAAA","dataHash":"3tRokSqPn1E5UazjnqJ1QPCMXThNkW19wLqpoX1LrwPX"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"leafIndex":89,"seq":null,"slotCreated":1015,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt4d3p1a4YQgk9PeZv5s4DBUmbF5NxqYpk9HGjQsd8","queue":"oq4ypwvVGzCUMoiKKHWh4S1SgZJ9vCvKpcz6RT6A8dq","cpiContext":null,"nextTreeContext":null}}]}]}}',
  },
  getMultipleCompressedAccountProofs: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getMultipleCompressedAccountProofs","params":{"hashes":["5K7VKNgKDcYwixejf1aDN9QyehuQqsP3fgopttLg1Ho"]}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":[{"proof":["2B9ES2TaqWdVZb1qxEySbVvDyuspz6crQfy4K2UP4m9A","mTPfq3pvng1FycdjdXivEsmuMjycfneyVN5cvmKJp7w","KNuWuBrEu1EgpK9D3KnpZdnh5SZJQFqgTo6dZ7qYGmm","SMJDRjwiTtme9yaR8gxokgejeVzNomm4g9sKxW8FfxL","24PJrZWkQiALqKW4Fhvm4d38gyLYQkJXEvrkUb7EQx4g","3w895nemtSxb1fEjFT3cXkVpW3y6f9uHQn43jEwu1RWc","46JM2e72mdEAxkSeXc65b3aLWkAQpX6NF7mdyuXQKguu","WKLyYL7wpK5zVsWoMU2rcUiMwRWp9PowG83GHHH1dqn","4CztDUcRvGkTyFoVEXXcBwd5UwqJcJJWpdL8FFERrqkU","yjDkqNqZtBwpG7iUwT3hqKNKZAP9CcBDyBBuGPNk2jQ","2r8qWibedWpM7QkW6QvDDUEQAHT9isX629UKcUxbY8BT","38Aoz1ZUAnRqSCxdQuEkLhzYMRi1Tu1rSBy1UymA8yfK","3zBeAgo5EwPrgsXRLUV6DhQrsUUhwbmQXPnZkudhsnSD","2Q5cDvZW6hTxFFDTHhAf129PH4z8EZLYA1meeZpPW76F","2gnsMw1zhpqGeAakoQLarCXVUaeEGDHm5uma1Jznx7qD","3MXZLrn3tnLMWJznkMombRHkgkfsiBTPru2wjHDd3kLh","3rrDm8iED4sDyonpLs9J3TDoTP8U4jsvXCmoupoCvvKc","48YJtP1G5pKWu7Jy1NRagdj29dwxVXFsySrBVw1nALhX","22tjwuiv6VgeMDs8qXpkZ7cY5rcgrFrG5knp7swZ1wQ2","2dS4UCZ6RJvwPBaWmcz1L7ips34xnbNMfK9D8UHdFJfT","3EdF4zvu7uwW7xYdnaKUPzqDY5Msq9FfWn6HgEnRTkDB","2jzv6Z8vEXSYRXQCFnVYvzgJ2RfyDN1QEjdHm6CBvJUg","2fomPS2xUPwXxVF8hx5YtMpBHmQKSZKushUiWYsy9Eqx","3Pi3nRu4fWpnW5rYDAoraX1Q2xDCRQ24Dq8TEY7gaSBn","3dbMMyehykAriNZ8FMJgPc1N6YSzm9ZfV2HcW9sbaXzP","4EE5KQnQ6Tvo78gGhTu8serpJV4srbRhYZ3rdvCiRa5e"],"root":"449r94QSzn3BK8XDscRvkskqrsYDcP81E32iS91zqmh9","leafIndex":0,"hash":"5K7VKNgKDcYwixejf1aDN9QyehuQqsP3fgopttLg1Ho","merkleTree":"smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT","rootSeq":22}]}}',
  },
  getMultipleCompressedAccountProofsV2: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getMultipleCompressedAccountProofsV2","params":{"hashes":["5K7VKNgKDcYwixejf1aDN9QyehuQqsP3fgopttLg1Ho"]}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":[{"proof":["2B9ES2TaqWdVZb1qxEySbVvDyuspz6crQfy4K2UP4m9A","mTPfq3pvng1FycdjdXivEsmuMjycfneyVN5cvmKJp7w","KNuWuBrEu1EgpK9D3KnpZdnh5SZJQFqgTo6dZ7qYGmm","SMJDRjwiTtme9yaR8gxokgejeVzNomm4g9sKxW8FfxL","24PJrZWkQiALqKW4Fhvm4d38gyLYQkJXEvrkUb7EQx4g","3w895nemtSxb1fEjFT3cXkVpW3y6f9uHQn43jEwu1RWc","46JM2e72mdEAxkSeXc65b3aLWkAQpX6NF7mdyuXQKguu","WKLyYL7wpK5zVsWoMU2rcUiMwRWp9PowG83GHHH1dqn","4CztDUcRvGkTyFoVEXXcBwd5UwqJcJJWpdL8FFERrqkU","yjDkqNqZtBwpG7iUwT3hqKNKZAP9CcBDyBBuGPNk2jQ","2r8qWibedWpM7QkW6QvDDUEQAHT9isX629UKcUxbY8BT","38Aoz1ZUAnRqSCxdQuEkLhzYMRi1Tu1rSBy1UymA8yfK","3zBeAgo5EwPrgsXRLUV6DhQrsUUhwbmQXPnZkudhsnSD","2Q5cDvZW6hTxFFDTHhAf129PH4z8EZLYA1meeZpPW76F","2gnsMw1zhpqGeAakoQLarCXVUaeEGDHm5uma1Jznx7qD","3MXZLrn3tnLMWJznkMombRHkgkfsiBTPru2wjHDd3kLh","3rrDm8iED4sDyonpLs9J3TDoTP8U4jsvXCmoupoCvvKc","48YJtP1G5pKWu7Jy1NRagdj29dwxVXFsySrBVw1nALhX","22tjwuiv6VgeMDs8qXpkZ7cY5rcgrFrG5knp7swZ1wQ2","2dS4UCZ6RJvwPBaWmcz1L7ips34xnbNMfK9D8UHdFJfT","3EdF4zvu7uwW7xYdnaKUPzqDY5Msq9FfWn6HgEnRTkDB","2jzv6Z8vEXSYRXQCFnVYvzgJ2RfyDN1QEjdHm6CBvJUg","2fomPS2xUPwXxVF8hx5YtMpBHmQKSZKushUiWYsy9Eqx","3Pi3nRu4fWpnW5rYDAoraX1Q2xDCRQ24Dq8TEY7gaSBn","3dbMMyehykAriNZ8FMJgPc1N6YSzm9ZfV2HcW9sbaXzP","4EE5KQnQ6Tvo78gGhTu8serpJV4srbRhYZ3rdvCiRa5e"],"root":"449r94QSzn3BK8XDscRvkskqrsYDcP81E32iS91zqmh9","leafIndex":0,"hash":"5K7VKNgKDcYwixejf1aDN9QyehuQqsP3fgopttLg1Ho","rootSeq":22,"proveByIndex":false,"treeContext":{"treeType":1,"tree":"smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT","queue":"nfq1NvQDJ2GEgnS8zt9prAe8rjjpAW1zFkrvZoBR148","cpiContext":null}}]}}',
  },
  getMultipleCompressedAccounts: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getMultipleCompressedAccounts","params":{"addresses":["1Awyp38jbDEy3WCjPdnRxe4YkUCtcSWEyi5UmD8yFhS","1Q7YsGTHBWgfLWNgkskEvPd1mvNhHTv7mBUuY23LNqj"]}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"hash":"cuXR6LCww3vy5TRtSCsh8yXVFJ329ArSbVTfkwWYWAL","address":"1Awyp38jbDEy3WCjPdnRxe4YkUCtcSWEyi5UmD8yFhS","data":{"discriminator":72057594037927935,"data":"knmfLy+2JxhcguzGOg6Jv63n8+aAW9xJrMvOCDbh1Es=","dataHash":"1bTFhN1DPnbVnwi1yPcac2pznEAvqihayGNqGAiVpgT"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"tree":"bmt2UxoBxB9xWev4BkLvkGdapsz6sZGkzViPNph7VFi","leafIndex":125,"seq":null,"slotCreated":1018},{"hash":"tf4o68gqEnd9ibnGL4miHjdGG8tUJ4kt8nnrZrypey6","address":"1Q7YsGTHBWgfLWNgkskEvPd1mvNhHTv7mBUuY23LNqj","data":null,"owner":"7Bcj7GnMdGeByNmG9NuG5HajPNJDUFSxcM5vueSMNuvt","lamports":0,"tree":"bmt5yU97jC88YXTuSukYHa8Z5Bi2ZDUtmzfkDTA2mG2","leafIndex":31,"seq":null,"slotCreated":1007}]}}}',
  },
  getMultipleCompressedAccountsV2: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getMultipleCompressedAccountsV2","params":{"addresses":["1Awyp38jbDEy3WCjPdnRxe4YkUCtcSWEyi5UmD8yFhS","1Q7YsGTHBWgfLWNgkskEvPd1mvNhHTv7mBUuY23LNqj"]}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"hash":"cuXR6LCww3vy5TRtSCsh8yXVFJ329ArSbVTfkwWYWAL","address":"1Awyp38jbDEy3WCjPdnRxe4YkUCtcSWEyi5UmD8yFhS","data":{"discriminator":72057594037927935,"data":"knmfLy+2JxhcguzGOg6Jv63n8+aAW9xJrMvOCDbh1Es=","dataHash":"1bTFhN1DPnbVnwi1yPcac2pznEAvqihayGNqGAiVpgT"},"owner":"cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m","lamports":0,"leafIndex":125,"seq":null,"slotCreated":1018,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt2UxoBxB9xWev4BkLvkGdapsz6sZGkzViPNph7VFi","queue":"oq2UkeMsJLfXt2QHzim242SUi3nvjJs8Pn7Eac9H9vg","cpiContext":null,"nextTreeContext":null}},{"hash":"tf4o68gqEnd9ibnGL4miHjdGG8tUJ4kt8nnrZrypey6","address":"1Q7YsGTHBWgfLWNgkskEvPd1mvNhHTv7mBUuY23LNqj","data":null,"owner":"7Bcj7GnMdGeByNmG9NuG5HajPNJDUFSxcM5vueSMNuvt","lamports":0,"leafIndex":31,"seq":null,"slotCreated":1007,"proveByIndex":true,"merkleContext":{"treeType":3,"tree":"bmt5yU97jC88YXTuSukYHa8Z5Bi2ZDUtmzfkDTA2mG2","queue":"oq5oh5ZR3yGomuQgFduNDzjtGvVWfDRGLuDVjv9a96P","cpiContext":null,"nextTreeContext":null}}]}}}',
  },
  getMultipleNewAddressProofs: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getMultipleNewAddressProofs","params":{"addresses":["11111111111111111111111111111112"]}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":[{"root":"3FrGzyXtjqjnukHDS2M5oyVj8tMVcHSahcHpWBGR5MHY","address":"11111111111111111111111111111112","lowerRangeAddress":"11111111111111111111111111111111","higherRangeAddress":"14uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofL","nextIndex":1,"proof":["34cMT7MjFrs8hLp2zHMrPJHKkUxBDBwBTNck77wLjjcY","3CFKteYSRSkp9EGFPzibgzCPtNuJ5HeZ31fAsBpgcHwZ","274k4KPY5VhmU5pCwwJzyHaY4AH4m7SjnZnyj44UitJc","2gQksfK543Jw196amPxXWceFzNTfRHiqb7x2edvupftT","Y8pRoGMGXJPGZyb7m4sqkPsTSJvzZ7oSVnaybCcYbgd","3w895nemtSxb1fEjFT3cXkVpW3y6f9uHQn43jEwu1RWc","46JM2e72mdEAxkSeXc65b3aLWkAQpX6NF7mdyuXQKguu","WKLyYL7wpK5zVsWoMU2rcUiMwRWp9PowG83GHHH1dqn","4CztDUcRvGkTyFoVEXXcBwd5UwqJcJJWpdL8FFERrqkU","yjDkqNqZtBwpG7iUwT3hqKNKZAP9CcBDyBBuGPNk2jQ","2r8qWibedWpM7QkW6QvDDUEQAHT9isX629UKcUxbY8BT","38Aoz1ZUAnRqSCxdQuEkLhzYMRi1Tu1rSBy1UymA8yfK","3zBeAgo5EwPrgsXRLUV6DhQrsUUhwbmQXPnZkudhsnSD","2Q5cDvZW6hTxFFDTHhAf129PH4z8EZLYA1meeZpPW76F","2gnsMw1zhpqGeAakoQLarCXVUaeEGDHm5uma1Jznx7qD","3MXZLrn3tnLMWJznkMombRHkgkfsiBTPru2wjHDd3kLh","3rrDm8iED4sDyonpLs9J3TDoTP8U4jsvXCmoupoCvvKc","48YJtP1G5pKWu7Jy1NRagdj29dwxVXFsySrBVw1nALhX","22tjwuiv6VgeMDs8qXpkZ7cY5rcgrFrG5knp7swZ1wQ2","2dS4UCZ6RJvwPBaWmcz1L7ips34xnbNMfK9D8UHdFJfT","3EdF4zvu7uwW7xYdnaKUPzqDY5Msq9FfWn6HgEnRTkDB","2jzv6Z8vEXSYRXQCFnVYvzgJ2RfyDN1QEjdHm6CBvJUg","2fomPS2xUPwXxVF8hx5YtMpBHmQKSZKushUiWYsy9Eqx","3Pi3nRu4fWpnW5rYDAoraX1Q2xDCRQ24Dq8TEY7gaSBn","3dbMMyehykAriNZ8FMJgPc1N6YSzm9ZfV2HcW9sbaXzP","4EE5KQnQ6Tvo78gGhTu8serpJV4srbRhYZ3rdvCiRa5e"],"merkleTree":"amt1Ayt45jfbdw5YSo7iz6WZxUmnZsQTYXy82hVwyC2","rootSeq":3,"lowElementLeafIndex":0}]}}',
  },
  getMultipleNewAddressProofsV2: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getMultipleNewAddressProofsV2","params":{"addresses":[{"address":"11111111111111111111111111111112","tree":"amt1Ayt45jfbdw5YSo7iz6WZxUmnZsQTYXy82hVwyC2"}]}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":[{"root":"3FrGzyXtjqjnukHDS2M5oyVj8tMVcHSahcHpWBGR5MHY","address":"11111111111111111111111111111112","lowerRangeAddress":"11111111111111111111111111111111","higherRangeAddress":"14uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofL","nextIndex":1,"proof":["34cMT7MjFrs8hLp2zHMrPJHKkUxBDBwBTNck77wLjjcY","3CFKteYSRSkp9EGFPzibgzCPtNuJ5HeZ31fAsBpgcHwZ","274k4KPY5VhmU5pCwwJzyHaY4AH4m7SjnZnyj44UitJc","2gQksfK543Jw196amPxXWceFzNTfRHiqb7x2edvupftT","Y8pRoGMGXJPGZyb7m4sqkPsTSJvzZ7oSVnaybCcYbgd","3w895nemtSxb1fEjFT3cXkVpW3y6f9uHQn43jEwu1RWc","46JM2e72mdEAxkSeXc65b3aLWkAQpX6NF7mdyuXQKguu","WKLyYL7wpK5zVsWoMU2rcUiMwRWp9PowG83GHHH1dqn","4CztDUcRvGkTyFoVEXXcBwd5UwqJcJJWpdL8FFERrqkU","yjDkqNqZtBwpG7iUwT3hqKNKZAP9CcBDyBBuGPNk2jQ","2r8qWibedWpM7QkW6QvDDUEQAHT9isX629UKcUxbY8BT","38Aoz1ZUAnRqSCxdQuEkLhzYMRi1Tu1rSBy1UymA8yfK","3zBeAgo5EwPrgsXRLUV6DhQrsUUhwbmQXPnZkudhsnSD","2Q5cDvZW6hTxFFDTHhAf129PH4z8EZLYA1meeZpPW76F","2gnsMw1zhpqGeAakoQLarCXVUaeEGDHm5uma1Jznx7qD","3MXZLrn3tnLMWJznkMombRHkgkfsiBTPru2wjHDd3kLh","3rrDm8iED4sDyonpLs9J3TDoTP8U4jsvXCmoupoCvvKc","48YJtP1G5pKWu7Jy1NRagdj29dwxVXFsySrBVw1nALhX","22tjwuiv6VgeMDs8qXpkZ7cY5rcgrFrG5knp7swZ1wQ2","2dS4UCZ6RJvwPBaWmcz1L7ips34xnbNMfK9D8UHdFJfT","3EdF4zvu7uwW7xYdnaKUPzqDY5Msq9FfWn6HgEnRTkDB","2jzv6Z8vEXSYRXQCFnVYvzgJ2RfyDN1QEjdHm6CBvJUg","2fomPS2xUPwXxVF8hx5YtMpBHmQKSZKushUiWYsy9Eqx","3Pi3nRu4fWpnW5rYDAoraX1Q2xDCRQ24Dq8TEY7gaSBn","3dbMMyehykAriNZ8FMJgPc1N6YSzm9ZfV2HcW9sbaXzP","4EE5KQnQ6Tvo78gGhTu8serpJV4srbRhYZ3rdvCiRa5e"],"merkleTree":"amt1Ayt45jfbdw5YSo7iz6WZxUmnZsQTYXy82hVwyC2","rootSeq":3,"lowElementLeafIndex":0}]}}',
  },
  getQueueElements: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getQueueElements","params":{"tree":"bmt4d3p1a4YQgk9PeZv5s4DBUmbF5NxqYpk9HGjQsd8","outputQueue":{"limit":7,"zkpBatchSize":1}}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"stateQueue":{"nodes":[{"index":0,"hash":"11111111111111111111111111111111"},{"index":1,"hash":"11111111111111111111111111111111"},{"index":2,"hash":"11111111111111111111111111111111"},{"index":3,"hash":"11111111111111111111111111111111"},{"index":4,"hash":"11111111111111111111111111111111"},{"index":5,"hash":"11111111111111111111111111111111"},{"index":6,"hash":"11111111111111111111111111111111"},{"index":7,"hash":"11111111111111111111111111111111"},{"index":72057594037927936,"hash":"3CFKteYSRSkp9EGFPzibgzCPtNuJ5HeZ31fAsBpgcHwZ"},{"index":72057594037927937,"hash":"3CFKteYSRSkp9EGFPzibgzCPtNuJ5HeZ31fAsBpgcHwZ"},{"index":72057594037927938,"hash":"3CFKteYSRSkp9EGFPzibgzCPtNuJ5HeZ31fAsBpgcHwZ"},{"index":72057594037927939,"hash":"3CFKteYSRSkp9EGFPzibgzCPtNuJ5HeZ31fAsBpgcHwZ"},{"index":144115188075855872,"hash":"274k4KPY5VhmU5pCwwJzyHaY4AH4m7SjnZnyj44UitJc"},{"index":144115188075855873,"hash":"274k4KPY5VhmU5pCwwJzyHaY4AH4m7SjnZnyj44UitJc"},{"index":216172782113783809,"hash":"2gQksfK543Jw196amPxXWceFzNTfRHiqb7x2edvupftT"},{"index":288230376151711745,"hash":"Y8pRoGMGXJPGZyb7m4sqkPsTSJvzZ7oSVnaybCcYbgd"},{"index":360287970189639681,"hash":"3w895nemtSxb1fEjFT3cXkVpW3y6f9uHQn43jEwu1RWc"},{"index":432345564227567617,"hash":"46JM2e72mdEAxkSeXc65b3aLWkAQpX6NF7mdyuXQKguu"},{"index":504403158265495553,"hash":"WKLyYL7wpK5zVsWoMU2rcUiMwRWp9PowG83GHHH1dqn"},{"index":576460752303423489,"hash":"4CztDUcRvGkTyFoVEXXcBwd5UwqJcJJWpdL8FFERrqkU"},{"index":648518346341351425,"hash":"yjDkqNqZtBwpG7iUwT3hqKNKZAP9CcBDyBBuGPNk2jQ"},{"index":720575940379279361,"hash":"2r8qWibedWpM7QkW6QvDDUEQAHT9isX629UKcUxbY8BT"},{"index":792633534417207297,"hash":"38Aoz1ZUAnRqSCxdQuEkLhzYMRi1Tu1rSBy1UymA8yfK"},{"index":864691128455135233,"hash":"3zBeAgo5EwPrgsXRLUV6DhQrsUUhwbmQXPnZkudhsnSD"},{"index":936748722493063169,"hash":"2Q5cDvZW6hTxFFDTHhAf129PH4z8EZLYA1meeZpPW76F"},{"index":1008806316530991105,"hash":"2gnsMw1zhpqGeAakoQLarCXVUaeEGDHm5uma1Jznx7qD"},{"index":1080863910568919041,"hash":"3MXZLrn3tnLMWJznkMombRHkgkfsiBTPru2wjHDd3kLh"},{"index":1152921504606846977,"hash":"3rrDm8iED4sDyonpLs9J3TDoTP8U4jsvXCmoupoCvvKc"},{"index":1224979098644774913,"hash":"48YJtP1G5pKWu7Jy1NRagdj29dwxVXFsySrBVw1nALhX"},{"index":1297036692682702849,"hash":"22tjwuiv6VgeMDs8qXpkZ7cY5rcgrFrG5knp7swZ1wQ2"},{"index":1369094286720630785,"hash":"2dS4UCZ6RJvwPBaWmcz1L7ips34xnbNMfK9D8UHdFJfT"},{"index":1441151880758558721,"hash":"3EdF4zvu7uwW7xYdnaKUPzqDY5Msq9FfWn6HgEnRTkDB"},{"index":1513209474796486657,"hash":"2jzv6Z8vEXSYRXQCFnVYvzgJ2RfyDN1QEjdHm6CBvJUg"},{"index":1585267068834414593,"hash":"2fomPS2xUPwXxVF8hx5YtMpBHmQKSZKushUiWYsy9Eqx"},{"index":1657324662872342529,"hash":"3Pi3nRu4fWpnW5rYDAoraX1Q2xDCRQ24Dq8TEY7gaSBn"},{"index":1729382256910270465,"hash":"3dbMMyehykAriNZ8FMJgPc1N6YSzm9ZfV2HcW9sbaXzP"},{"index":1801439850948198401,"hash":"4EE5KQnQ6Tvo78gGhTu8serpJV4srbRhYZ3rdvCiRa5e"},{"index":1873497444986126337,"hash":"2DTG1EeYyHnDQR4dXYnBRmmgmZCf4rhE7rJMB8Bhouzo"},{"index":1945555039024054273,"hash":"36Xhq8nirqzDEwkUdchMcXNpXC44v9CCRy3hxucm9Nw6"},{"index":2017612633061982209,"hash":"3USDM2qWAgckHqCW4DTBEf6BHFL5tJoD2hxxEBTmk5xM"},{"index":2089670227099910145,"hash":"23bysgnYjDVgYgqKJ1eRVv93nyRSse76p4Hip6C7noXa"},{"index":2161727821137838081,"hash":"cWdUURMWHe7hiYJmxHaTgTqyJd2ufsE18i74qR533ev"},{"index":2233785415175766017,"hash":"2sJetN5j83GnQin9LFmdzvY1b1vN2kyxWrkeVBMPeZ2H"}],"initialRoot":"4C4hXkTeb81GhLj8GBTwDxRxvBy2xZxVFh4YfthKA6XJ","rootSeq":0,"outputQueue":{"leafIndices":[0,1,2,3,4,5,6],"accountHashes":["7771vqKZGKHLyr7LW7qHRmGq3SdmbQXexbYk4Sw3zav","PmLgUndXbK8PWzpoNEY1JQgXU2yVTBBR7HT25fRhK9k","3SSjYcCQWndSEPQG3iRArDzidvFrAVZxkpduR2Rw9LtZ","3fgRpJLMv78kUQYQF4okfGmPLujBTpv4vs557n6TBqqQ","2CaAzW69QzQwFkudVR7FwntV1aVtpMKRdaj8PH8PjnkX","2hoqk6qsF38k6AH8ZqgmHcBYQd5Qs5N7rfpJBdhmLhwr","pNiz5rcBoVnSgESWiYqzLkk88b1yArJWMTdTjpvVfC4"],"leaves":["11111111111111111111111111111111","11111111111111111111111111111111","11111111111111111111111111111111","11111111111111111111111111111111","11111111111111111111111111111111","11111111111111111111111111111111","11111111111111111111111111111111"],"firstQueueIndex":0,"nextIndex":0,"leavesHashChains":["7771vqKZGKHLyr7LW7qHRmGq3SdmbQXexbYk4Sw3zav","PmLgUndXbK8PWzpoNEY1JQgXU2yVTBBR7HT25fRhK9k","3SSjYcCQWndSEPQG3iRArDzidvFrAVZxkpduR2Rw9LtZ","3fgRpJLMv78kUQYQF4okfGmPLujBTpv4vs557n6TBqqQ","2CaAzW69QzQwFkudVR7FwntV1aVtpMKRdaj8PH8PjnkX","2hoqk6qsF38k6AH8ZqgmHcBYQd5Qs5N7rfpJBdhmLhwr","pNiz5rcBoVnSgESWiYqzLkk88b1yArJWMTdTjpvVfC4"]}}}}',
  },
  getQueueInfo: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getQueueInfo","params":{"trees":[]}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"queues":[],"slot":1020}}',
  },
  getQueueLeafIndices: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getQueueLeafIndices","params":{"tree":"bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU","limit":1}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":[{"hash":"39W1WyoetM4PViKwbv7VgyTzapijq4pdXSyEXnUcRJgb","queueIndex":0,"leafIndex":2}]}}',
  },
  getSetAsideTransactions: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getSetAsideTransactions","params":{"limit":1}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[],"cursor":null}}}',
  },
  getTransactionWithCompressionInfo: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getTransactionWithCompressionInfo","params":{"signature":"64e9xKiZAbUAfN6yTdMMYk72n3Z4cmRnQ2sT7eQ7L65NBXr6DXvgcNJSSHy7USTkfQgFuRAxKkv2kerPH91byRNB"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"transaction":{"slot":1020,"transaction":["Af05eOOTNKCE/DgUQMYSYQIK2jiPUzUnbxW6Mx/TPR40kkSgqstZCxZsn7T+y5bFrv9+SLd+X4ssqrlnKKpqWwyAAQAGCgo87xk6B4ofSbDh6jpXIiiJqVHEDq75NU8/E1iD95pcBqdV+CE5BU1EJLFa8MQwzy9Lf5h5OtoSUtSPNmbGy86nnkg5bFbg1U4/ubEDxZheC+GMOarrHXf0jUDwBlSiWA0ByUk45gJaqEb0et3CMctVTOnr+dJcfa3k35bBGnu+AwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAe68SM+zJku8NL9cWlqDT8Z1AAbymG2W8jW8iHXvTdRAu8D8C7R8ovdMQRLpSrE8+jxjTl3BfqywPNGiPNfnh8+7ModRBcroW1tER2B+2/4UUnv7QjkRykBCO/0VJ6JnUJLDbsIvUXgwD9tEqqav/P8KRuHLxkHA4+0J2hO571CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAZxLrM8AlLIF3r3M3V5OGB0vC0ttGH2keom1CvaC98kcCBAAFAjwpCQABCgAABQYHCAIBCQNPGhCpBxXK8hlDAAAAAAAAAAABAAAAeUdiivhnlqw14vnHa9p3gfR/er1s8yE+Ji+cssnwITvdchQAAAAAAAAAAAAAAAAAAd1yFAAAAAAAAQA=","base64"],"version":0,"meta":{"err":null,"status":{"Ok":null},"fee":5000,"innerInstructions":[{"index":1,"instructions":[{"programIdIndex":9,"accounts":[0,2],"data":"3Bxs4dtxeHpiy61V","stackHeight":2},{"programIdIndex":9,"accounts":[0,3],"data":"3Bxs48DZ3Zx6m4mD","stackHeight":2},{"programIdIndex":8,"accounts":[7,5,3],"data":"21HGgNSLz1yYgjRayL37XWwxDSqDsgEEKzhJdvMbV9nnMr13tjtwkoLbMueYAc31hWMwJeumWuL61rVbnVd8wYe8hTunjMmo2CdraAoT8HhHwTrReL32PYydb4iGTJmSpSnEhbDMqRL16SeTgxn3HJfme3TZEPaEq4WKMJRBAFQEE3c6DA9tCV7Wuxg1M89B9sS9hkRvcJ3RrGTrfBjXcEcSWaw3fSPardCwgbsNMb63si8xZX8b","stackHeight":2}]}],"preBalances":[],"postBalances":[],"preTokenBalances":[],"postTokenBalances":[],"rewards":[],"logMessages":["Program ComputeBudget111111111111111111111111111111 invoke [1]","Program ComputeBudget111111111111111111111111111111 success","Program SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7 invoke [1]","Program 11111111111111111111111111111111 invoke [2]","Program 11111111111111111111111111111111 success","Program 11111111111111111111111111111111 invoke [2]","Program 11111111111111111111111111111111 success","Program compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq invoke [2]","Program log: Instruction: InsertIntoQueues","Program compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq consumed 28138 of 577040 compute units","Program compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq success","Program SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7 consumed 51365 of 600230 compute units","Program SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7 success"],"computeUnitsConsumed":51515,"loadedAddresses":{"writable":[],"readonly":[]}},"blockTime":1750000008},"compressionInfo":{"closedAccounts":[],"openedAccounts":[{"account":{"hash":"2oxRr314D1WUh8CUKVQTunLcReyq7vqBvWF31xBKCHUf","address":null,"data":null,"owner":"9ARTx14Sq3Ag24dRVhu1Kq6yoePaU42abSMscP3kcChx","lamports":1340125,"tree":"smt2rJAFdyJJupwMKAqTNAJwvjhmiZ4JYGZmbVRw1Ho","leafIndex":34,"seq":35,"slotCreated":1020},"optionalTokenData":null}]}}}',
  },
  getTransactionWithCompressionInfoV2: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getTransactionWithCompressionInfoV2","params":{"signature":"64e9xKiZAbUAfN6yTdMMYk72n3Z4cmRnQ2sT7eQ7L65NBXr6DXvgcNJSSHy7USTkfQgFuRAxKkv2kerPH91byRNB"}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"transaction":{"slot":1020,"transaction":["Af05eOOTNKCE/DgUQMYSYQIK2jiPUzUnbxW6Mx/TPR40kkSgqstZCxZsn7T+y5bFrv9+SLd+X4ssqrlnKKpqWwyAAQAGCgo87xk6B4ofSbDh6jpXIiiJqVHEDq75NU8/E1iD95pcBqdV+CE5BU1EJLFa8MQwzy9Lf5h5OtoSUtSPNmbGy86nnkg5bFbg1U4/ubEDxZheC+GMOarrHXf0jUDwBlSiWA0ByUk45gJaqEb0et3CMctVTOnr+dJcfa3k35bBGnu+AwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAe68SM+zJku8NL9cWlqDT8Z1AAbymG2W8jW8iHXvTdRAu8D8C7R8ovdMQRLpSrE8+jxjTl3BfqywPNGiPNfnh8+7ModRBcroW1tER2B+2/4UUnv7QjkRykBCO/0VJ6JnUJLDbsIvUXgwD9tEqqav/P8KRuHLxkHA4+0J2hO571CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAZxLrM8AlLIF3r3M3V5OGB0vC0ttGH2keom1CvaC98kcCBAAFAjwpCQABCgAABQYHCAIBCQNPGhCpBxXK8hlDAAAAAAAAAAABAAAAeUdiivhnlqw14vnHa9p3gfR/er1s8yE+Ji+cssnwITvdchQAAAAAAAAAAAAAAAAAAd1yFAAAAAAAAQA=","base64"],"version":0,"meta":{"err":null,"status":{"Ok":null},"fee":5000,"innerInstructions":[{"index":1,"instructions":[{"programIdIndex":9,"accounts":[0,2],"data":"3Bxs4dtxeHpiy61V","stackHeight":2},{"programIdIndex":9,"accounts":[0,3],"data":"3Bxs48DZ3Zx6m4mD","stackHeight":2},{"programIdIndex":8,"accounts":[7,5,3],"data":"21HGgNSLz1yYgjRayL37XWwxDSqDsgEEKzhJdvMbV9nnMr13tjtwkoLbMueYAc31hWMwJeumWuL61rVbnVd8wYe8hTunjMmo2CdraAoT8HhHwTrReL32PYydb4iGTJmSpSnEhbDMqRL16SeTgxn3HJfme3TZEPaEq4WKMJRBAFQEE3c6DA9tCV7Wuxg1M89B9sS9hkRvcJ3RrGTrfBjXcEcSWaw3fSPardCwgbsNMb63si8xZX8b","stackHeight":2}]}],"preBalances":[],"postBalances":[],"preTokenBalances":[],"postTokenBalances":[],"rewards":[],"logMessages":["Program ComputeBudget111111111111111111111111111111 invoke [1]","Program ComputeBudget111111111111111111111111111111 success","Program SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7 invoke [1]","Program 11111111111111111111111111111111 invoke [2]","Program 11111111111111111111111111111111 success","Program 11111111111111111111111111111111 invoke [2]","Program 11111111111111111111111111111111 success","Program compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq invoke [2]","Program log: Instruction: InsertIntoQueues","Program compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq consumed 28138 of 577040 compute units","Program compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq success","Program SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7 consumed 51365 of 600230 compute units","Program SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7 success"],"computeUnitsConsumed":51515,"loadedAddresses":{"writable":[],"readonly":[]}},"blockTime":1750000008},"compressionInfo":{"closedAccounts":[],"openedAccounts":[{"account":{"hash":"2oxRr314D1WUh8CUKVQTunLcReyq7vqBvWF31xBKCHUf","address":null,"data":null,"owner":"9ARTx14Sq3Ag24dRVhu1Kq6yoePaU42abSMscP3kcChx","lamports":1340125,"leafIndex":34,"seq":35,"slotCreated":1020,"proveByIndex":false,"merkleContext":{"treeType":1,"tree":"smt2rJAFdyJJupwMKAqTNAJwvjhmiZ4JYGZmbVRw1Ho","queue":"nfq2hgS7NYemXsFaFUCe3EMXSDSfnZnAe27jC6aPP1X","cpiContext":null,"nextTreeContext":null}},"optionalTokenData":null}]}}}',
  },
  getTrees: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getTrees","params":{}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1020},"value":{"items":[{"tree":"smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT","queue":"nfq1NvQDJ2GEgnS8zt9prAe8rjjpAW1zFkrvZoBR148","treeType":1,"height":26,"cpiContext":"cpi1uHzrEhBG733DoEJNgHCyRS3XmmyVNZx5fonubE4","leaves":22,"queued":0,"nullifiers":0,"rootSeq":22,"active":true},{"tree":"smt2rJAFdyJJupwMKAqTNAJwvjhmiZ4JYGZmbVRw1Ho","queue":"nfq2hgS7NYemXsFaFUCe3EMXSDSfnZnAe27jC6aPP1X","treeType":1,"height":26,"cpiContext":"cpi2cdhkH5roePvcudTgUL8ppEBfTay1desGh8G8QxK","leaves":35,"queued":0,"nullifiers":0,"rootSeq":35,"active":true},{"tree":"amt1Ayt45jfbdw5YSo7iz6WZxUmnZsQTYXy82hVwyC2","queue":"aq1S9z4reTSQAdgWHGD2zDaS39sjGrAxbR31vxJ2F4F","treeType":2,"height":26,"cpiContext":null,"leaves":2,"queued":0,"nullifiers":0,"rootSeq":3,"active":true},{"tree":"bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU","queue":"oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto","treeType":3,"height":32,"cpiContext":"cpi15BoVPKgEPw5o8wc2T816GE7b378nMXnhH3Xbq4y","leaves":0,"queued":206,"nullifiers":78,"rootSeq":0,"active":true},{"tree":"bmt2UxoBxB9xWev4BkLvkGdapsz6sZGkzViPNph7VFi","queue":"oq2UkeMsJLfXt2QHzim242SUi3nvjJs8Pn7Eac9H9vg","treeType":3,"height":32,"cpiContext":"cpi2yGapXUR3As5SjnHBAVvmApNiLsbeZpF3euWnW6B","leaves":0,"queued":135,"nullifiers":49,"rootSeq":0,"active":true},{"tree":"bmt3ccLd4bqSVZVeCJnH1F6C8jNygAhaDfxDwePyyGb","queue":"oq3AxjekBWgo64gpauB6QtuZNesuv19xrhaC1ZM1THQ","treeType":3,"height":32,"cpiContext":"cpi3mbwMpSX8FAGMZVP85AwxqCaQMfEk9Em1v8QK9Rf","leaves":0,"queued":38,"nullifiers":9,"rootSeq":0,"active":true},{"tree":"bmt4d3p1a4YQgk9PeZv5s4DBUmbF5NxqYpk9HGjQsd8","queue":"oq4ypwvVGzCUMoiKKHWh4S1SgZJ9vCvKpcz6RT6A8dq","treeType":3,"height":32,"cpiContext":"cpi4yyPDc4bCgHAnsenunGA8Y77j3XEDyjgfyCKgcoc","leaves":0,"queued":134,"nullifiers":43,"rootSeq":0,"active":true},{"tree":"bmt5yU97jC88YXTuSukYHa8Z5Bi2ZDUtmzfkDTA2mG2","queue":"oq5oh5ZR3yGomuQgFduNDzjtGvVWfDRGLuDVjv9a96P","treeType":3,"height":32,"cpiContext":"cpi5ZTjdgYpZ1Xr7B1cMLLUE81oTtJbNNAyKary2nV6","leaves":0,"queued":118,"nullifiers":36,"rootSeq":0,"active":true},{"tree":"HLKs5NJ8FXkJg8BrzJt56adFYYuwg5etzDtBbQYTsixu","queue":"6L7SzhYB3anwEQ9cphpJ1U7Scwj57bx2xueReg7R9cKU","treeType":3,"height":32,"cpiContext":null,"leaves":0,"queued":0,"nullifiers":0,"rootSeq":0,"active":true},{"tree":"amt2kaJA14v3urZbZvnc5v2np8jqvc4Z8zDep5wbtzx","queue":"amt2kaJA14v3urZbZvnc5v2np8jqvc4Z8zDep5wbtzx","treeType":4,"height":40,"cpiContext":null,"leaves":1,"queued":8,"nullifiers":0,"rootSeq":0,"active":true},{"tree":"EzKE84aVTkCUhDHLELqyJaq1Y7UVVmqxXqZjVHwHY3rK","queue":"EzKE84aVTkCUhDHLELqyJaq1Y7UVVmqxXqZjVHwHY3rK","treeType":4,"height":40,"cpiContext":null,"leaves":1,"queued":0,"nullifiers":0,"rootSeq":0,"active":true}]}}}',
  },
  getValidityProof: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getValidityProof","params":{"newAddresses":["11111111111111111111111111111112"]}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"value":{"compressedProof":{"a":[129,22,48,9,79,127,134,3,40,118,148,170,64,78,248,81,3,149,52,18,145,149,229,191,186,29,7,201,237,74,225,173],"b":[152,67,105,254,142,235,82,9,237,246,222,226,199,226,162,21,155,245,239,67,232,240,53,222,241,102,19,128,162,154,2,5,7,11,253,246,243,29,33,146,150,67,194,242,0,42,159,7,192,108,111,199,49,25,233,38,64,177,129,136,196,127,169,207],"c":[20,159,89,178,6,47,222,128,236,246,120,88,191,113,202,221,44,137,191,150,32,142,150,163,132,142,85,169,69,44,14,250]},"roots":["3FrGzyXtjqjnukHDS2M5oyVj8tMVcHSahcHpWBGR5MHY"],"rootIndices":[3],"leafIndices":[0],"leaves":["11111111111111111111111111111112"],"merkleTrees":["amt1Ayt45jfbdw5YSo7iz6WZxUmnZsQTYXy82hVwyC2"]},"context":{"slot":1020}}}',
  },
  getValidityProofV2: {
    request:
      '{"jsonrpc":"2.0","id":"test-account","method":"getValidityProofV2","params":{"newAddressesWithTrees":[{"address":"12xCpkN3SvFMhr4VFkdiwxscdWHPMUYxHw9wkbezry12","tree":"amt1Ayt45jfbdw5YSo7iz6WZxUmnZsQTYXy82hVwyC2"}]}}',
    response:
      '{"jsonrpc":"2.0","id":"test-account","result":{"value":{"compressedProof":{"a":[129,22,48,9,79,127,134,3,40,118,148,170,64,78,248,81,3,149,52,18,145,149,229,191,186,29,7,201,237,74,225,173],"b":[152,67,105,254,142,235,82,9,237,246,222,226,199,226,162,21,155,245,239,67,232,240,53,222,241,102,19,128,162,154,2,5,7,11,253,246,243,29,33,146,150,67,194,242,0,42,159,7,192,108,111,199,49,25,233,38,64,177,129,136,196,127,169,207],"c":[20,159,89,178,6,47,222,128,236,246,120,88,191,113,202,221,44,137,191,150,32,142,150,163,132,142,85,169,69,44,14,250]},"accounts":[],"addresses":[{"address":"12xCpkN3SvFMhr4VFkdiwxscdWHPMUYxHw9wkbezry12","root":"3FrGzyXtjqjnukHDS2M5oyVj8tMVcHSahcHpWBGR5MHY","rootIndex":3,"merkleContext":{"treeType":2,"tree":"amt1Ayt45jfbdw5YSo7iz6WZxUmnZsQTYXy82hVwyC2","queue":"aq1S9z4reTSQAdgWHGD2zDaS39sjGrAxbR31vxJ2F4F","cpiContext":null,"nextTreeContext":null}}]},"context":{"slot":1020}}}',
  },
};
