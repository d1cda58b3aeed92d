// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title A wallet that is a contract, as tests use it: its owner signs for it (EIP-1271). Never deployed outside of tests.
contract ContractWallet {
    address public immutable owner;

    constructor(address owner_) payable {
        owner = owner_;
    }

    receive() external payable {}

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError problem, ) = ECDSA.tryRecover(hash, signature);
        return problem == ECDSA.RecoverError.NoError && signer == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    function execute(address to, bytes calldata data) external {
        require(msg.sender == owner, "not the owner");
        (bool succeeded, ) = to.call(data);
        require(succeeded, "the call failed");
    }
}
